/**
 * Turns places of PostgreSQL's parse trees, which count bytes of UTF-8, into offsets of the
 * text as JavaScript counts it. A byte inside a character is at that character.
 */
export function offsetsOfBytes(text: string): (byte: number) => number {
  // oxlint-disable-next-line no-control-regex -- all of ASCII, control characters included
  if (/^[\u0000-\u007f]*$/u.test(text)) return (byte) => Math.min(Math.max(byte, 0), text.length)
  const starts: number[] = []
  for (let offset = 0; offset < text.length;) {
    const code = text.codePointAt(offset) ?? 0
    for (let left = toBytes(code); left > 0; left -= 1) starts.push(offset)
    offset += code > 0xffff ? 2 : 1
  }
  return (byte) => starts[Math.max(byte, 0)] ?? text.length
}

function toBytes(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

const name =
  /(?:"(?:[^"]|"")*"|[\w$\u0080-\uffff]+)(?:\s*\.\s*(?:"(?:[^"]|"")*"|[\w$\u0080-\uffff]+))*/y

/** The end of the name that starts at an offset, including its schemas. */
export function endOfName(text: string, start: number): number {
  name.lastIndex = start
  return name.test(text) ? name.lastIndex : Math.min(start + 1, text.length)
}
