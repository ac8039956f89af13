import { type HomeBlock, homeBlockLimits } from '@basalt/contract/project/home-blocks'
import { CircleAlert } from 'lucide-react'

import { formatExact } from '../../../lib/format/format-time.ts'
import { formatCount } from '../../../lib/format/format.ts'
import { refreshLabels } from '../../../product/home-blocks/block-draft.ts'
import { clockText, readText } from './read-time.ts'

type Props = { block: HomeBlock; isReading: boolean; isRunning: boolean }

/** When a block was read, and why it is not newer. */
export function BlockNotes({ block, isReading, isRunning }: Props) {
  const { kept: stored, failure, refreshed } = block
  return (
    <footer className="flex flex-col gap-1 px-4 text-xs text-ink-faint">
      <p className="tabular flex flex-wrap gap-x-2">
        {stored !== null && (
          <time dateTime={stored.read_at} title={formatExact(stored.read_at)}>
            {readText(stored.read_at)}
          </time>
        )}
        {stored !== null && <span aria-hidden>·</span>}
        <span>{refreshLabels[refreshed]}</span>
        {isReading && stored !== null && <output>Refreshing…</output>}
      </p>
      {stored?.cut === 'rows' && block.look.kind !== 'table' && (
        <p>Shows the first {formatCount(homeBlockLimits.rows)} rows.</p>
      )}
      {stored?.cut === 'bytes' && <p>Shows the first megabyte of its rows.</p>}
      {!isRunning && <p>Not refreshed: the project is not running.</p>}
      {!block.snippet.is_shared && (
        <p>Not refreshed: the query is private. Its owner can share it again.</p>
      )}
      {block.rested_since !== null && refreshed !== 'hand' && (
        <p>
          Not viewed for {homeBlockLimits.unseenDays} days: not refreshed since{' '}
          {clockText(block.rested_since)}. Refreshing has resumed.
        </p>
      )}
      {failure !== null && !isReading && <Failed block={block} failure={failure} />}
    </footer>
  )
}

type FailedProps = { block: HomeBlock; failure: NonNullable<HomeBlock['failure']> }

function Failed({ block: { kept: stored, next_at: next }, failure }: FailedProps) {
  return (
    <div role="alert" className="flex items-start gap-1.5 text-ink-soft">
      <CircleAlert className="mt-px size-3.5! flex-none text-bad" />
      <div className="min-w-0">
        <p>
          {failure.reason === 'query'
            ? `Not refreshed at ${clockText(failure.at)} because its query was changed:`
            : `Failed at ${clockText(failure.at)}:`}{' '}
          <span className="font-mono break-words">{failure.message}</span>
        </p>
        <p>
          {stored !== null && 'Shows the previous result. '}
          {failure.count > 1 && `Failed ${failure.count} times in a row. `}
          {next !== null && `Next attempt at ${clockText(next)}.`}
        </p>
      </div>
    </div>
  )
}
