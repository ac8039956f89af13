import { formatCount } from '../../../lib/format/format.ts'
import { getExtent, type RowWindow } from './row-window.ts'

/** The number of the row with index 0; undefined when unknown. */
function numbered(window: RowWindow) {
  const { anchor, before } = window
  if (!before.hasMore && anchor.at !== 'number')
    return { number: 1 - getExtent(window).first, isExact: true }
  return 'numbered' in anchor ? anchor.numbered : undefined
}

/** A row's number, with “~” when it was estimated, or its distance from the start of the window. */
export function rowLabel(window: RowWindow, index: number): string {
  const known = numbered(window)
  if (known !== undefined)
    return `${known.isExact ? '' : '~'}${formatCount(Math.max(1, known.number + index))}`
  if (index === 0) return '●'
  return `${index > 0 ? '+' : '−'}${Math.abs(index)}`
}

/** A distance in words, because its sign would be unclear. */
export function rowName(window: RowWindow, index: number): string | undefined {
  if (numbered(window) !== undefined) return undefined
  if (window.anchor.at === 'end')
    return index === -1 ? 'the last row' : `row ${-index} from the end`
  if (index === 0) return 'the target row'
  return `row ${Math.abs(index)} ${index > 0 ? 'after' : 'before'} the target row`
}
