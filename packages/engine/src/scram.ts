import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(pbkdf2)

const iterations = 4096
const saltBytes = 16

/**
 * The SCRAM-SHA-256 verifier that PostgreSQL stores for a password (RFC 5803). `alter role …
 * password` accepts it directly, so the password itself never reaches the server or its log. Only
 * for printable ASCII, which `saslprep` does not change.
 */
export async function scramVerifier(password: string): Promise<string> {
  return getVerifier(password, { salt: randomBytes(saltBytes), rounds: iterations })
}

/** Whether a stored verifier, or null, belongs to this password. */
export async function isVerifierOf(verifier: string | null, password: string): Promise<boolean> {
  const parts = /^SCRAM-SHA-256\$(\d{1,7}):([^$]+)\$[^$]+$/.exec(verifier ?? '')
  if (verifier === null || parts === null) return false
  const salt = Buffer.from(parts[2] ?? '', 'base64')
  const own = Buffer.from(await getVerifier(password, { salt, rounds: Number(parts[1]) }))
  const stored = Buffer.from(verifier)
  return own.length === stored.length && timingSafeEqual(own, stored)
}

async function getVerifier(
  password: string,
  { salt, rounds }: { salt: Buffer; rounds: number },
): Promise<string> {
  const salted = await derive(password, salt, rounds, 32, 'sha256')
  const key = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(key('Client Key')).digest('base64')
  const serverKey = key('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
