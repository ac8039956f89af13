import { clsx } from 'clsx'

import { changedLines, type DiffLine } from './line-diff.ts'

const marks = { same: ' ', removed: '−', added: '+' } as const
const looks = { same: '', removed: 'bg-bad-wash', added: 'bg-good-wash' } as const
const words = { same: '', removed: 'Removed: ', added: 'Added: ' } as const

/** Number of unchanged lines around a change. */
const around = 3

type Props = { diff: readonly DiffLine[]; label: string }

/** Two texts as one: removed and added lines with their context. */
export function DiffView({ diff, label }: Props) {
  const { removed, added } = changedLines(diff)
  if (removed + added === 0)
    return <p className="p-3 text-ink-soft">Both versions are identical.</p>
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
      tabIndex={0}
      className="max-h-[50vh] overflow-auto rounded-control border border-line bg-canvas font-mono text-xs leading-5"
    >
      {shownParts(diff).map((part, at) =>
        part.kind === 'gap' ? (
          <div key={at} className="bg-surface px-3 text-ink-faint">
            ⋯ {part.count} unchanged {part.count === 1 ? 'line' : 'lines'}
          </div>
        ) : (
          <div key={at} className={clsx('flex min-w-fit px-3 whitespace-pre', looks[part.kind])}>
            <span aria-hidden className="w-4 flex-none text-ink-faint">
              {marks[part.kind]}
            </span>
            <span className="sr-only">{words[part.kind]}</span>
            {part.text === '' ? ' ' : part.text}
          </div>
        ),
      )}
    </section>
  )
}

type Part = DiffLine | { kind: 'gap'; count: number }

/** Without the unchanged lines that are far from every change. */
function shownParts(diff: readonly DiffLine[]): Part[] {
  const isNear = diff.map((_, at) =>
    diff.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== 'same'),
  )
  const parts: Part[] = []
  for (const [at, line] of diff.entries()) {
    const last = parts.at(-1)
    if (isNear[at] === true) parts.push(line)
    else if (last?.kind === 'gap') last.count += 1
    else parts.push({ kind: 'gap', count: 1 })
  }
  return parts
}
