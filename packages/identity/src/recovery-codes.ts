import { createHmac, randomInt } from 'node:crypto'

/** Derives a secret for a label that is always the same. */
type KeySource = { derive(label: string): string }

/** Without characters that are mistaken for each other on paper. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const length = 10

/** Ten codes as people are shown them, `a2b3c-d4e5f`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, newCode)

function newCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${text.slice(0, length / 2)}-${text.slice(length / 2)}`
}

/**
 * The stored hash of a code. A code is short enough to be typed, so its hash uses a key that is not
 * in the database.
 */
export function hashRecoveryCode(keys: KeySource, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/gu, '')
  return createHmac('sha256', keys.derive('recovery-codes')).update(`${userId}:${plain}`).digest()
}
