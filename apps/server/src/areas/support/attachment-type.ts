/** The magic numbers of image formats. */
const pictures: readonly { type: string; matches: (file: Buffer) => boolean }[] = [
  {
    type: 'image/png',
    matches: (file) => file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    type: 'image/jpeg',
    matches: (file) => file.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  },
  { type: 'image/gif', matches: (file) => /^GIF8[79]a/u.test(file.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    matches: (file) => /^RIFF[^]{4}WEBP/u.test(file.toString('latin1', 0, 12)),
  },
]

/**
 * The type of a file, by its bytes and not by its name: an image that browsers show, or text. Null
 * for anything else; SVG is text, because it is never shown as an image.
 */
export function attachmentType(file: Buffer): string | null {
  const picture = pictures.find(({ matches }) => matches(file))
  if (picture !== undefined) return picture.type
  return isText(file) ? 'text/plain' : null
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bell, backspace, tab, line ends, form feed, and escape, which starts a colour. */
const defaults = new Set([7, 8, 9, 10, 11, 12, 13, 27])

/** UTF-8 without control characters other than those of a log. */
function isText(file: Buffer): boolean {
  if (file.some((byte) => byte < 32 && !defaults.has(byte))) return false
  try {
    decoder.decode(file)
    return true
  } catch {
    return false
  }
}
