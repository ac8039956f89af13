import { sqlPieces } from './sql-words.ts'

const colours = {
  word: 'text-accent',
  text: 'text-good',
  comment: 'text-ink-faint italic',
  plain: '',
} as const

/** Longer SQL is shown without colours: they would only slow it down. */
const colouredCharacters = 60_000

/** SQL to read and copy; with a label when it is a landmark of the page. */
export function SqlText({ sql, label }: { sql: string; label?: string }) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame aria-label={label} className="flex min-h-0 flex-col">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the keyboard
        tabIndex={0}
        className="min-h-0 overflow-auto break-words whitespace-pre-wrap rounded-card border border-line bg-sunken p-3 font-mono text-xs leading-5"
      >
        {sql.length > colouredCharacters
          ? sql
          : sqlPieces(sql).map(({ kind, text }, at) => (
              <span key={at} className={colours[kind]}>
                {text}
              </span>
            ))}
      </pre>
    </Frame>
  )
}
