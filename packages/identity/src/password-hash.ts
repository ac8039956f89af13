import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export type PasswordHashes = {
  hash(password: string): Promise<string>
  /** Takes as long for an account without a password (`hash` null) as for one with it. */
  verify(password: string, hash: string | null): Promise<boolean>
}

type Cost = { N: number; r: number; p: number }

/** Work factors of the OWASP password storage guide for scrypt: 16 MiB, five passes. */
const strongCost: Cost = { N: 2 ** 14, r: 8, p: 5 }
const keyBytes = 32

/** `scrypt$N$r$p$salt$key`, so that later hashes may use other factors. */
const format = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/u

/** Every install hashes at the full cost; only tests of an install may use a lower one. */
export const passwordHashes = (cost: Cost = strongCost): PasswordHashes => ({
  async hash(password) {
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
  },
  // The response time must not reveal whether the account exists.
  async verify(password, hash) {
    const [, N, r, p, salt = '', key = ''] = format.exec(hash ?? '') ?? []
    const factors = N === undefined ? cost : { N: Number(N), r: Number(r), p: Number(p) }
    const expected = Buffer.from(key, 'base64url')
    const actual = await derive(password, Buffer.from(salt, 'base64url'), factors)
    return expected.length === actual.length && timingSafeEqual(expected, actual)
  },
})

const derive = (password: string, salt: Buffer, factors: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { ...factors, maxmem: 64 * 1024 * 1024 }
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
