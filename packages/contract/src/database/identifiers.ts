import { z } from 'zod/mini'

/** PostgreSQL silently truncates names to 63 bytes. */
const nameBytes = 63

/** A name of PostgreSQL: any characters but NUL. */
export const identifier = z.string().check(
  z.minLength(1, 'Enter a name'),
  z.refine(
    (name) => new TextEncoder().encode(name).length <= nameBytes,
    `Use at most ${nameBytes} bytes: PostgreSQL cuts longer names`,
  ),
  z.refine((name) => !name.includes('\0'), 'A name cannot contain a null character'),
)
