import { ArrowRight, type LucideIcon, Plug, SquareTerminal, Table2 } from 'lucide-react'

import { Link } from '../../lib/Link.tsx'
import { paths } from '../../lib/paths.ts'

/** The recommended first steps with a database. */
export function NextSteps({ projectRef }: { projectRef: string }) {
  return (
    <section aria-label="Next steps" className="grid gap-3 tablet:grid-cols-3">
      <Step
        icon={SquareTerminal}
        title="Write SQL"
        text="Create tables, query them, and see results as they arrive."
        href={paths.sql(projectRef)}
      />
      <Step
        icon={Table2}
        title="Edit tables"
        text="Browse and edit tables of any size like a spreadsheet."
        href={paths.editor(projectRef)}
      />
      <Step
        icon={Plug}
        title="Connect"
        text="Use psql, an ORM or any other client with the strings below."
        href={paths.project(projectRef)}
        anchor="connect"
      />
    </section>
  )
}

type StepProps = { icon: LucideIcon; title: string; text: string; href: string; anchor?: string }

function Step({ icon: Icon, title, text, href, anchor }: StepProps) {
  const appearance =
    'group flex flex-col gap-2 rounded-card border border-line bg-surface p-4 transition-colors duration-[120ms] hover:border-line-strong hover:bg-raised'
  const content = (
    <>
      <span className="flex items-center gap-2 font-semibold">
        <Icon className="text-accent" />
        <span className="flex-1">{title}</span>
        <ArrowRight
          aria-hidden
          className="text-ink-faint opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span className="text-pretty text-ink-soft">{text}</span>
    </>
  )
  if (anchor === undefined) {
    return (
      <Link href={href} className={appearance}>
        {content}
      </Link>
    )
  }
  return (
    <a href={`#${anchor}`} className={appearance}>
      {content}
    </a>
  )
}
