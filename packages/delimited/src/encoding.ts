/** Encodings by the names that browsers and servers decode them by. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

export type Encoding = (typeof encodings)[number]

/**
 * Detects the encoding from the first bytes: by their byte order mark, by the zeros of UTF-16, else
 * UTF-8 if they are valid, and Latin-1 with its Windows additions otherwise.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const [even, odd] = zerosAt(bytes)
  const pairs = bytes.length / 2
  if (odd > pairs * 0.4 && even < pairs * 0.1) return 'utf-16le'
  if (even > pairs * 0.4 && odd < pairs * 0.1) return 'utf-16be'
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

function zerosAt(bytes: Uint8Array): [even: number, odd: number] {
  let [even, odd] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  return [even, odd]
}

/** Turns bytes into text piece by piece. */
export interface Decoder {
  /**
   * @throws TypeError when the bytes are invalid in this encoding; no replacement characters are
   *   used.
   */
  decode(bytes: Uint8Array): string
  end(): string
}

/** The mark at the beginning of a text is left out; within one it is a character. */
export function getDecoder(encoding: Encoding, { isWithin = false } = {}): Decoder {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: isWithin })
  return {
    decode: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  }
}
