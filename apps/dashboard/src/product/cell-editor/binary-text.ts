/** The limit of one change: a file is twice as long in hexadecimal digits. */
export const largestFile = 8 * 1024 * 1024

const step = 32_768

/** The bytes as PostgreSQL writes a `bytea`. */
export function bytesToText(bytes: Uint8Array): string {
  const pieces = [String.raw`\x`]
  for (let at = 0; at < bytes.length; at += step) {
    const digits = Array.from(bytes.subarray(at, at + step), (byte) =>
      byte.toString(16).padStart(2, '0'),
    )
    pieces.push(digits.join(''))
  }
  return pieces.join('')
}

/** The bytes of a `bytea` in hexadecimal digits; null for any other text. */
export function textToBytes(text: string): Uint8Array<ArrayBuffer> | null {
  if (!text.startsWith(String.raw`\x`) || text.length % 2 !== 0) return null
  const bytes = new Uint8Array(text.length / 2 - 1)
  for (let at = 0; at < bytes.length; at += 1) {
    const digits = text.slice(at * 2 + 2, at * 2 + 4)
    if (!/^[\da-f]{2}$/iu.test(digits)) return null
    bytes[at] = Number.parseInt(digits, 16)
  }
  return bytes
}
