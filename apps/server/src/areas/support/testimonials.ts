import { existsSync, readFileSync } from 'node:fs'

import { testimonials } from '@basalt/contract/testimonials'
import { z } from 'zod/mini'

import samples from '../../../testimonials/samples.json?raw'
import { type Endpoint, serve } from '../../http/route.ts'
import type { Log } from '../../process/log.ts'

/** The file that an operator may put into the data directory. */
export const testimonialsFile = 'testimonials.json'

const entry = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(400)),
  /** SPEC.md section 5, "URL check: only http or https accepted". */
  url: z.string().check(
    z.regex(/^https?:\/\//iu),
    z.refine((url) => URL.canParse(url)),
  ),
  handle: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  /** Pages load images from the install only: a file of the dashboard, or the image itself. */
  img_url: z
    .string()
    .check(
      z.regex(/^(?:\/(?!\/)[\w./-]+|data:image\/(?:png|jpeg|webp|svg\+xml);base64,[\w+/=]+)$/u),
    ),
})

type Entry = z.infer<typeof entry>

type Services = {
  /** The path of the operator's file; null without one. */
  testimonialsFile: string | null
  logger: Pick<Log, 'warn'>
  random?: () => number
}

/** Quotes next to the form of the sign-in page. The operator's file replaces the samples. */
export function testimonialFeature(services: Services): Endpoint[] {
  const { random = Math.random } = services
  const own = readOwn(services)
  const entries = (own ?? parseEntries(samples, services.logger)).map((one) => ({
    ...one,
    is_sample: own === null,
  }))
  return [
    serve(testimonials.list, async ({ query }) =>
      entries
        .map((one) => ({ one, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .slice(0, query.limit)
        .map(({ one }) => one),
    ),
  ]
}

/** Null without a file, or with one that cannot be read as a list. */
function readOwn({ testimonialsFile: file, logger }: Services): Entry[] | null {
  if (file === null || !existsSync(file)) return null
  try {
    return parseEntries(readFileSync(file, 'utf8'), logger)
  } catch (error) {
    logger.warn(
      { reason: error instanceof Error ? error.message : 'unknown' },
      `${testimonialsFile} cannot be used; the samples are shown`,
    )
    return null
  }
}

/**
 * Entries that are wrong are left out, each with a line in the log.
 *
 * @throws Error when the text is no JSON list.
 */
function parseEntries(text: string, logger: Services['logger']): Entry[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new TypeError('It must be a JSON list')
  return list.flatMap((one: unknown, index) => {
    const parsed = z.safeParse(entry, one)
    if (parsed.success) return [parsed.data]
    const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'entry')
    logger.warn({ entry: index + 1, fields }, `An entry of ${testimonialsFile} is left out`)
    return []
  })
}
