import { databasePolicyTests, type SavedPolicyTest } from '@basalt/contract/database/policy-tests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { notify } from '../../lib/browser/toast.ts'
import { call, invalidate } from '../../lib/network/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SqlText } from '../../ui/SqlText.tsx'
import { describeVerdict } from './verdict.ts'

type Props = { projectRef: string; test: SavedPolicyTest; onClose: () => void }

/** The output of the last run of a saved test, and its SQL. */
export function SavedTestPanel({ projectRef, test, onClose }: Props) {
  const [isDeleting, setIsDeleting] = useState(false)
  const denied = useDenied(databasePolicyTests.remove, 'delete saved tests')
  const { label, tone, detail } = describeVerdict(test)
  const lines = test.result?.lines ?? []
  return (
    <Dialog
      isOpen
      kind="panel"
      width="medium"
      title={test.name}
      description={`${test.operation.toUpperCase()} on ${test.schema}.${test.table} as ${test.role}`}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" disabledReason={denied} onClick={() => setIsDeleting(true)}>
            Delete test
          </Button>
          <CopyButton text={test.sql} label="Copy SQL" />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone={tone === 'neutral' || tone === 'accent' ? 'info' : tone} title={label}>
          {detail ?? 'The test fails without the policies that it covers.'}
        </Notice>
        {lines.length > 0 && (
          <section className="flex flex-col gap-1">
            <h3 className="font-semibold">Output</h3>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
              tabIndex={0}
              aria-label="Output"
              className="overflow-x-auto rounded-control border border-line bg-canvas p-3 font-mono text-xs leading-5"
            >
              {lines.join('\n')}
            </pre>
          </section>
        )}
        <section className="flex flex-col gap-1">
          <h3 className="font-semibold">SQL</h3>
          <p className="text-ink-soft">
            A pgTAP file. It inserts its rows and rolls everything back.
          </p>
          <SqlText sql={test.sql} />
        </section>
      </div>
      {isDeleting && (
        <DeleteTest
          projectRef={projectRef}
          test={test}
          onClose={() => setIsDeleting(false)}
          onDeleted={onClose}
        />
      )}
    </Dialog>
  )
}

type DeleteProps = Props & { onDeleted: () => void }

function DeleteTest({ projectRef, test: { id, name }, onClose, onDeleted }: DeleteProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(databasePolicyTests.remove, { params: { ref: projectRef, id } }),
    onSuccess: async () => {
      await invalidate(client, databasePolicyTests.list)
      notify.success(`The test ${name} was deleted`)
      onDeleted()
    },
  })
  return (
    <Confirm
      isOpen
      isDanger
      title={`Delete the test ${name}?`}
      confirmLabel="Delete test"
      isPending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    >
      <p>Its SQL is deleted with it. Policies stay as they are.</p>
    </Confirm>
  )
}
