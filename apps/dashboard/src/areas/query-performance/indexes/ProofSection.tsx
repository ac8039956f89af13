import { indexAdvisor, type IndexProof } from '@basalt/contract/query-performance/index-advisor'

import { useDenied } from '../../../lib/access/access.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { ProofResults } from './ProofResults.tsx'
import { isPending, useCancelProof } from './queries.ts'

type Props = { projectRef: string; proof: IndexProof | undefined; obstacle: string | null }

/** The proof of a suggested index: not done, under way, failed, or its figures. */
export function ProofSection({ projectRef, proof, obstacle }: Props) {
  if (proof === undefined || proof.state === 'cancelled') {
    return (
      <p className="text-ink-soft">
        {obstacle ??
          'Not proved yet. A proof measures the statements with and without the index on a copy of the database.'}
      </p>
    )
  }
  if (isPending(proof)) return <Progress projectRef={projectRef} proof={proof} />
  if (proof.result === null) {
    return (
      <Notice tone="bad" title="The index could not be proved">
        {proof.error}
      </Notice>
    )
  }
  return <ProofResults proof={proof} result={proof.result} />
}

const phases = {
  copying: 'Copying the database',
  measuring: 'Measuring the statements without the index',
  building: 'Building the index on the copy',
  comparing: 'Measuring the statements with the index',
  writing: 'Measuring writes',
} as const

function Progress({ projectRef, proof }: { projectRef: string; proof: IndexProof }) {
  const denied = useDenied(indexAdvisor.cancel, 'cancel proofs')
  const cancel = useCancelProof(projectRef)
  const { state, phase, percent } = proof
  const doing = phase === null ? 'Starting' : phases[phase]
  const text = state === 'waiting' ? 'Waits for another proof' : doing
  const isCancelling = state === 'cancelling'
  return (
    <div className="flex flex-wrap items-center gap-3" aria-live="polite">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="text-ink-soft">{isCancelling ? 'Cancelling: the copy is deleted' : text}</p>
        <ProgressBar
          label="Progress of the proof"
          className="w-full max-w-md"
          value={percent}
          max={100}
        />
      </div>
      <Button
        size="small"
        isPending={cancel.isPending}
        disabledReason={denied ?? (isCancelling ? 'Already being cancelled' : undefined)}
        onClick={() => cancel.mutate(proof.id)}
      >
        Cancel
      </Button>
      {cancel.error !== null && <p className="w-full text-bad">{cancel.error.message}</p>}
    </div>
  )
}
