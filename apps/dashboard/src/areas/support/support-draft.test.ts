import { supportCategories } from '@basalt/catalog'
import { describe, expect, test } from 'vitest'

import { beginDraft, keepDraft, placeOf, getRequest, type SupportDraft } from './support-draft.ts'

const fresh = (query = {}) => beginDraft(undefined, query, '')

describe('a link to the form', () => {
  test('SPEC.md section 2: “Query: category (dashboard_bug), optional sid, subject, message”', () => {
    const query = { category: 'dashboard_bug', sid: 'r1', subject: 'It broke', message: 'Path: /' }
    expect(fresh(query)).toMatchObject({ ...query, category: 'Dashboard_bug' })
  })

  test.each(supportCategories.map(({ id }) => id))('may name the category %s in any case', (id) => {
    expect(fresh({ category: id }).category).toBe(id)
    expect(fresh({ category: id.toLowerCase() }).category).toBe(id)
  })

  test('with an unknown category leaves the choice open', () => {
    expect(fresh({ category: 'nonsense' }).category).toBe('')
  })

  test('cannot fill in more than the form accepts', () => {
    const long = 'x'.repeat(20_000)
    const draft = fresh({ subject: long, message: long, sid: long })
    expect([draft.subject.length, draft.message.length, draft.sid.length]).toEqual([
      200, 10_000, 100,
    ])
  })
})

describe('a stored draft', () => {
  const typed: SupportDraft = {
    ...fresh({ category: 'problem' }),
    organization: 'acme',
    project: 'shop',
    services: ['Database'],
    library: 'Kotlin',
    subject: 'Slow',
    message: 'Since noon',
    allowsAccess: true,
    attachments: [{ id: 'f1', name: 'a.log', type: 'text/plain', size_bytes: 3 }],
  }

  test('is restored completely on the same address', () => {
    const query = { category: 'problem' }
    expect(beginDraft(keepDraft(typed, query), query, 'other')).toEqual(typed)
  })

  test('is extended by a link with other values, and loses nothing', () => {
    const link = { category: 'dashboard_bug', sid: 'r1', subject: 'Client error', message: 'Stack' }
    const draft = beginDraft(keepDraft(typed, { category: 'problem' }), link, 'other')
    expect(draft).toEqual({ ...typed, sid: 'r1', message: 'Since noon\n\nStack' })
    // The same link again adds nothing.
    const again = beginDraft(keepDraft(draft, {}), link, 'other')
    expect(again.message).toBe('Since noon\n\nStack')
  })

  test('without text is replaced by the link', () => {
    const first = { category: 'dashboard_bug', subject: 'Client error', message: 'Stack one' }
    const stored = keepDraft(fresh(first), first)
    const second = { ...first, message: 'Stack two' }
    expect(beginDraft(stored, second, '').message).toBe('Stack two')
  })

  test.each([
    '',
    'nonsense',
    '{}',
    '[]',
    'null',
    '{"draft":{},"from":null}',
    '{"draft":1,"from":{}}',
  ])('with the content %j is ignored', (text) => {
    expect(beginDraft(text, { subject: 'A' }, 'acme')).toEqual({
      ...fresh({ subject: 'A' }),
      organization: 'acme',
    })
  })

  test('of another version keeps valid parts', () => {
    const odd = {
      draft: {
        ...typed,
        category: 'Removed',
        severity: 1,
        services: ['Database', 'Fax'],
        library: 'COBOL',
        attachments: [1, { id: 'f' }],
      },
      from: {},
    }
    expect(beginDraft(JSON.stringify(odd), {}, '')).toMatchObject({
      category: '',
      severity: 'Normal',
      services: ['Database'],
      library: '',
      attachments: [],
      message: 'Since noon',
    })
  })

  test('is sent without empty choices', () => {
    expect(getRequest(fresh({ category: 'sales' }))).toMatchObject({
      category: 'Sales',
      client_library: null,
      sid: null,
      attachments: [],
    })
    expect(placeOf({ ...typed, organization: '', project: '' })).toEqual({
      organization_slug: null,
      project_ref: null,
      allows_access: false,
    })
  })
})
