import { History } from 'lucide-react'

import { formatExact } from '../../../lib/format/format-time.ts'
import { formatCount, plural } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { getMoment } from './moment.ts'
import { describeRemaining } from './remaining-text.ts'
import type { FormerRun } from './stored-run.ts'
import type { Runs } from './use-runs.ts'

type Props = { previous: FormerRun; shown: number | 'changes'; runs: Runs }

/** Shows that the rows are from before the page was loaded, and how many of them are stored. */
export function FormerBar({ previous, shown, runs }: Props) {
  const at = new Date(previous.at)
  const remainingText = describeRemaining(previous)
  return (
    <div className="flex min-h-9 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-info-wash px-3 py-1">
      <History className="flex-none text-info" />
      <p className="tabular min-w-0">
        {'Previous run: '}
        <time dateTime={at.toISOString()} title={formatExact(at)}>
          {getMoment(at)}
        </time>
        {storedWords(previous, shown)}
        {remainingText !== undefined && <span className="ml-2 font-medium">{remainingText}</span>}
      </p>
      <span className="flex-1" />
      <Button size="small" onClick={() => runs.again(previous.request)}>
        Run again
      </Button>
    </div>
  )
}

function storedWords({ run, came }: FormerRun, shown: number | 'changes'): string {
  const statement = shown === 'changes' ? undefined : run.statements[shown]
  const there = shown === 'changes' ? 0 : (came[shown] ?? 0)
  const words: string[] = []
  if (statement !== undefined && statement.fields !== null) {
    const { rowCount, affected } = statement
    const all = Math.max(there, affected ?? 0)
    if (rowCount < all) words.push(`${formatCount(rowCount)} of ${plural(all, 'row')} kept`)
  }
  return words.map((one) => `, ${one}`).join('')
}
