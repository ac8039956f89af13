import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** Work factors of the OWASP password storage guide for scrypt: 16 MiB, five passes. */
const cost = { N: 2 ** 14, r: 8, p: 5 }
const keyBytes = 32

/** `scrypt$N$r$p$salt$key`, so that later hashes may use other factors. */
const format = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/u

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return [
    'scrypt',
    cost.N,
    cost.r,
    cost.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$')
}

/**
 * Takes as long for an account that does not exist (`hash` null) as for one that does,
 * so the answer's time tells nothing.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = '', key = ''] = format.exec(hash ?? '') ?? []
  const factors = N === undefined ? cost : { N: Number(N), r: Number(r), p: Number(p) }
  const expected = Buffer.from(key, 'base64url')
  const actual = await derive(password, Buffer.from(salt, 'base64url'), factors)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const derive = (password: string, salt: Buffer, factors: typeof cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { ...factors, maxmem: 64 * 1024 * 1024 }
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
