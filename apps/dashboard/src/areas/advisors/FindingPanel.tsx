import { advisorGuide } from '@basalt/catalog/advisor-rules'
import type { AdvisorIgnore } from '@basalt/contract/advisors/advisors'
import { ExternalLink, Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { useCapability } from '../../lib/install.tsx'
import { Link } from '../../lib/Link.tsx'
import { askAssistant } from '../../product/assistant/assistant-opening.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { getFixHref, type ShownFinding } from './findings.ts'
import { FixSection } from './FixSection.tsx'
import { IgnoredNotice } from './IgnoredNotice.tsx'
import { IgnoreForm } from './IgnoreForm.tsx'
import { levelLabels } from './level-labels.ts'

type Props = {
  finding: ShownFinding
  ignores: readonly AdvisorIgnore[]
  projectRef: string
  onClose: () => void
}

/** A finding: the problem, why it is one, where it is, and ways to end it. */
export function FindingPanel({ finding, ignores, projectRef, onClose }: Props) {
  const { entry, level, detail, first_seen_at: seen } = finding
  const [isIgnoring, setIsIgnoring] = useState(false)
  const ignore = ignores.find(({ id }) => id === finding.ignored_by)
  return (
    <Dialog
      isOpen
      kind="panel"
      width="medium"
      title={entry.title}
      description={detail}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Status tone={levelLabels[level].tone}>{levelLabels[level].label}</Status>
          <span className="text-ink-faint">
            First seen <Time at={seen} />
          </span>
        </p>
        {ignore !== undefined && <IgnoredNotice ignore={ignore} projectRef={projectRef} />}
        <Section title="Why it matters">{entry.about}</Section>
        <Section title="Remedy">{entry.remedy}</Section>
        <Links finding={finding} projectRef={projectRef} />
        <FixSection finding={finding} projectRef={projectRef} onFixed={onClose} />
        {ignore === undefined && !isIgnoring && (
          <Button className="self-start" onClick={() => setIsIgnoring(true)}>
            Ignore this finding
          </Button>
        )}
        {ignore === undefined && isIgnoring && (
          <IgnoreForm
            projectRef={projectRef}
            rule={finding.rule}
            findingKey={finding.key}
            onDone={onClose}
          />
        )}
      </div>
    </Dialog>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-1">
    <h3 className="font-medium">{title}</h3>
    <p className="text-ink-soft">{children}</p>
  </section>
)

function Links({ finding, projectRef }: Pick<Props, 'finding' | 'projectRef'>) {
  const { entry, detail, fix } = finding
  const hasAssistant = useCapability('assistant')
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Link href={getFixHref(projectRef, finding)} className={buttonClass()}>
        {entry.page_label}
      </Link>
      {hasAssistant && (
        <Button
          icon={Sparkles}
          tooltip="Opens a question for review; nothing is sent yet"
          onClick={() =>
            askAssistant({
              text: `The advisors report “${entry.title}”: ${detail} How should I fix it?`,
              sqlSnippets: fix === null ? [] : [fix],
            })
          }
        >
          Ask the assistant
        </Button>
      )}
      <a
        href={advisorGuide(entry)}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex items-center gap-1"
      >
        Guide
        <ExternalLink aria-hidden className="size-3.5!" />
      </a>
    </p>
  )
}
