import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { testimonials } from '@basalt/contract/testimonials'
import { temporaryFolder } from '@basalt/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestInstall, type TestInstall } from '../../testing/test-install.ts'
import { testimonialFeature } from './testimonials.ts'

/** The feature's answer for an operator's file with this text, and its warnings. */
async function answerTo(text: string | null) {
  const folder = await temporaryFolder()
  const file = join(folder.path, 'testimonials.json')
  if (text !== null) writeFileSync(file, text)
  const warnings: Record<string, unknown>[] = []
  const [endpoint] = testimonialFeature({
    testimonialsFile: file,
    logger: { warn: (details) => warnings.push(details) },
    random: () => 0,
  })
  const entries = await endpoint?.handle(
    { query: { limit: 50 } } as never,
    undefined as never,
    async () => undefined,
  )
  await folder.remove()
  return { entries: entries as { handle: string; is_sample: boolean }[], warnings }
}

const good = {
  text: 'It works',
  url: 'https://example.test/post',
  handle: 'a customer',
  img_url: 'data:image/png;base64,iVBORw0=',
}

describe('without a file of the operator', () => {
  test('about 45 entries are shown, every one labelled as a sample', async () => {
    const { entries, warnings } = await answerTo(null)
    expect(entries).toHaveLength(45)
    expect(entries.every(({ is_sample }) => is_sample)).toBe(true)
    expect(new Set(entries.map(({ handle }) => handle)).size).toBe(45)
    expect(entries.every(({ handle }) => /^sample-\d\d$/u.test(handle))).toBe(true)
    expect(warnings).toEqual([])
  })

  test('their images are files of the dashboard', async () => {
    const { entries } = await answerTo(null)
    const images = (entries as unknown as { img_url: string }[]).map(({ img_url }) => img_url)
    const folder = new URL('../../../../dashboard/public/testimonials/', import.meta.url)
    const files = readdirSync(folder).map((name) => `/testimonials/${name}`)
    expect(new Set(images)).toEqual(new Set(files))
  })
})

describe("the operator's file", () => {
  test('replaces the samples', async () => {
    const { entries } = await answerTo(JSON.stringify([good]))
    expect(entries).toEqual([{ ...good, is_sample: false }])
  })

  test('may be empty: then nothing is shown', async () => {
    expect((await answerTo('[]')).entries).toEqual([])
  })

  test.each([
    ['a link that is neither http nor https', { ...good, url: 'javascript:alert(1)' }, 'url'],
    ['an image of another site', { ...good, img_url: 'https://elsewhere.test/a.png' }, 'img_url'],
    ['an image without a scheme', { ...good, img_url: '//elsewhere.test/a.png' }, 'img_url'],
    ['nothing to say', { ...good, text: '  ' }, 'text'],
    ['nobody who says it', { ...good, handle: undefined }, 'handle'],
  ])('leaves out %s and names that entry', async (_, bad, field) => {
    const { entries, warnings } = await answerTo(JSON.stringify([good, bad]))
    expect(entries.map(({ handle }) => handle)).toEqual(['a customer'])
    expect(warnings).toEqual([{ entry: 2, fields: [field] }])
  })

  test.each(['{', '{"text": "no list"}'])(
    'that is no list (%s) keeps the samples',
    async (text) => {
      const { entries, warnings } = await answerTo(text)
      expect(entries).toHaveLength(45)
      expect(warnings).toHaveLength(1)
    },
  )
})

describe('on an install', () => {
  let install: TestInstall
  beforeAll(async () => {
    install = await startTestInstall({ disabledFeatures: ['dashboard_auth:show_testimonial'] })
  })
  afterAll(() => install.close())

  test('nothing is shown when the slot is switched off', async () => {
    const request = install.client().call(testimonials.list, { query: {} })
    await expect(request).rejects.toMatchObject({ code: 403 })
  })
})
