import { createHmac, timingSafeEqual } from 'node:crypto'

import type { VaultKey } from './secret-format.ts'

/** As the function `vault._mark` of the extension makes it. */
export const writeMark = (parts: readonly string[], key: VaultKey): string =>
  `${key.id}:${digest(parts, key).toString('hex')}`

/**
 * Whether a mark says that a session with a key of the vault wrote these parts: the function
 * `vault._mark` of the extension made it, or `writeMark`. Who can write rows without that right cannot make one.
 */
export function isMarked(
  parts: readonly string[],
  mark: string | null,
  keys: readonly VaultKey[],
): boolean {
  const [id, digits = ''] = mark?.split(':') ?? []
  const key = keys.find((one) => one.id === id)
  if (key === undefined) return false
  const expected = digest(parts, key)
  const given = Buffer.from(digits, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function digest(parts: readonly string[], key: VaultKey): Buffer {
  const written = parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('|')
  const derived = createHmac('sha256', key.bytes).update('mark').digest()
  return createHmac('sha256', derived).update(written).digest()
}
