import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { createClient, buildPath } from './client.ts'
import { ApiError } from './errors.ts'
import { defineRoute } from './route.ts'

const read = defineRoute({
  method: 'GET',
  path: '/platform/things/{ref}/parts/{id}',
  params: z.object({ ref: z.string(), id: z.coerce.number() }),
  query: z.object({
    search: z.optional(z.string()),
    limit: z.optional(z.number()),
    isOpen: z.optional(z.boolean()),
    from: z.optional(z.array(z.string())),
  }),
  response: z.object({ name: z.string() }),
  permission: 'signed-in',
})

const lines = defineRoute({
  method: 'GET',
  path: '/platform/lines',
  response: z.object({ text: z.string() }),
  stream: true,
  permission: 'signed-in',
})

/** Any text that can be sent: halves of characters are no text. */
const text = fc.string({ unit: 'grapheme' })
const base = 'http://basalt.test'

/** The address of a call as the network sees it. */
async function addressOf(query: object): Promise<URL> {
  const requested: string[] = []
  const { call } = createClient({
    baseUrl: base,
    fetch: async (url) => {
      requested.push(url as string)
      return Response.json({ name: 'One' })
    },
  })
  await call(read, { params: { ref: 'a', id: 1 }, query })
  return new URL(requested[0] ?? '')
}

describe('a path', () => {
  const dots = fc.constantFrom('.', '..')

  test('fills in each parameter, with any characters', () => {
    fc.assert(
      fc.property(text, fc.nat(), (ref, id) => {
        fc.pre(ref !== '' && ref !== '.' && ref !== '..')
        const { pathname, search, hash } = new URL(base + buildPath(read, { ref, id }))
        expect(pathname.split('/').map(decodeURIComponent)).toEqual([
          '',
          'platform',
          'things',
          ref,
          'parts',
          String(id),
        ])
        expect([search, hash]).toEqual(['', ''])
      }),
    )
  })

  test('is refused where a parameter would change the path', () => {
    fc.assert(
      fc.property(dots, (ref) => {
        expect(() => buildPath(read, { ref, id: 1 })).toThrow(ApiError)
      }),
    )
  })

  test('names a missing parameter by its label', () => {
    expect(() => buildPath(read, { id: 1 })).toThrow('Project ref is required')
    expect(() => buildPath(read, { ref: 'a', id: '' })).toThrow('id is required')
  })
})

describe('a query', () => {
  test('arrives unchanged, without undefined values', async () => {
    const query = fc.record(
      { search: text, limit: fc.integer(), isOpen: fc.boolean() },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (target) => {
        const { searchParams } = await addressOf({ ...target, from: undefined })
        expect(Object.fromEntries(searchParams)).toEqual(
          Object.fromEntries(Object.entries(target).map(([name, value]) => [name, String(value)])),
        )
      }),
    )
  })

  test('joins a list with commas', async () => {
    const { searchParams } = await addressOf({ from: ['a&b', 'c=d', 'é'] })
    expect([...searchParams]).toEqual([['from', 'a&b,c=d,é']])
  })

  test('adds nothing to the address when it is empty', async () => {
    expect((await addressOf({ search: undefined })).href).toBe(`${base}/platform/things/a/parts/1`)
  })
})

test('lines of an answer arrive whole and in order, wherever the network splits them', async () => {
  const cuts = fc.array(fc.nat(), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 6 }), cuts, async (texts, places) => {
      const bytes = new TextEncoder().encode(
        texts.map((one) => `${JSON.stringify({ text: one })}\n`).join(''),
      )
      const body = new ReadableStream({
        start(controller) {
          let from = 0
          for (const cut of places.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b)) {
            controller.enqueue(bytes.slice(from, cut))
            from = cut
          }
          controller.enqueue(bytes.slice(from))
          controller.close()
        },
      })
      const { stream } = createClient({ baseUrl: base, fetch: async () => new Response(body) })
      const seen: string[] = []
      await stream(lines, {}, { onLine: (line) => seen.push(line.text) })
      expect(seen).toEqual(texts)
    }),
    { numRuns: 60 },
  )
})
