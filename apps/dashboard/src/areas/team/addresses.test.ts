import { describe, expect, test } from 'vitest'

import { addressProblem, parseAddresses } from './addresses.ts'

const nobody = { members: [], invited: [] }
const parse = (text: string, known = nobody) => parseAddresses(text, known)

describe('addresses', () => {
  test.each([
    ['commas', 'a@x.test,b@x.test, c@x.test'],
    ['blanks', 'a@x.test b@x.test   c@x.test'],
    ['line ends', 'a@x.test\nb@x.test\r\n\nc@x.test\n'],
    ['semicolons', 'a@x.test; b@x.test;c@x.test;'],
    ['all of them', ' a@x.test,\n;b@x.test\tc@x.test , '],
  ])('are separated by %s', (_, text) => {
    expect(parse(text).addresses).toEqual(['a@x.test', 'b@x.test', 'c@x.test'])
    expect(parse(text).problems).toEqual([])
  })

  test('are parsed from the format of email programs', () => {
    expect(parse('Olga Berg <olga@x.test>, "Ann, the boss" <ann@x.test>')).toMatchObject({
      addresses: ['olga@x.test', 'ann@x.test'],
      problems: [{ text: '"Ann' }],
    })
  })

  test('are stored in lower case, each once', () => {
    expect(parse('A@X.test a@x.test').addresses).toEqual(['a@x.test'])
  })

  test('that are invalid are named, and those of members', () => {
    const known = { members: ['old@x.test'], invited: ['late@x.test'] }
    const parsed = parse('nonsense Old@x.test late@x.test new@x.test', known as never)
    expect(parsed).toEqual({
      addresses: ['late@x.test', 'new@x.test'],
      problems: [
        { text: 'nonsense', problem: 'is not a valid email address' },
        { text: 'old@x.test', problem: 'is already a member' },
      ],
      renewed: ['late@x.test'],
    })
    expect(addressProblem(parsed)).toBe(
      'nonsense is not a valid email address. old@x.test is already a member',
    )
    const many = parse(Array.from({ length: 12 }, (_, at) => `wrong${at}`).join(' '))
    expect(addressProblem(many)).toContain('wrong9 is not a valid email address. And 2 more')
  })
})

describe('a valid submission', () => {
  const many = (count: number) =>
    parse(Array.from({ length: count }, (_, index) => `p${index}@x.test`).join('\n'))

  test('has 1 to 50 addresses', () => {
    expect(addressProblem(many(50))).toBeUndefined()
    expect(addressProblem(many(51))).toBe('Invite at most 50 people at once. You entered 51')
    expect(addressProblem(parse(' , '))).toBe('Enter at least one address')
  })
})
