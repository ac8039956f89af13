const anyEnd = /\r\n?|\n/gu

/** The text as a text field shows it: browsers normalize every line ending to a line feed. */
const getShown = (text: string): string => text.replaceAll(anyEnd, '\n')

/**
 * The text that a field shows after an edit, with the line endings that `before`, its previous
 * text, has outside of the edit. New lines get the line ending of the others.
 */
export function keepLineEnds(shown: string, before: string): string {
  if (!before.includes('\r')) return shown
  const was = getShown(before)
  const most = Math.min(shown.length, was.length)
  let start = 0
  while (start < most && shown[start] === was[start]) start += 1
  let behind = 0
  while (behind < most - start && shown.at(-1 - behind) === was.at(-1 - behind)) behind += 1
  const typed = shown.slice(start, shown.length - behind).replaceAll('\n', defaultEnd(before))
  const stored =
    before.slice(0, findPosition(before, start)) +
    typed +
    before.slice(findPosition(before, was.length - behind))
  // A carriage return that is now followed by a line feed forms one line ending with it.
  return getShown(stored) === shown ? stored : shown
}

/** The index in a text of the character at an index of the displayed text. */
function findPosition(text: string, shownPosition: number): number {
  let place = 0
  for (let shown = 0; shown < shownPosition; shown += 1) {
    place += text[place] === '\r' && text[place + 1] === '\n' ? 2 : 1
  }
  return place
}

function defaultEnd(text: string): string {
  const ends = new Set(Array.from(text.matchAll(anyEnd), ([end]) => end))
  const [only = '\n'] = ends
  return ends.size === 1 ? only : '\n'
}
