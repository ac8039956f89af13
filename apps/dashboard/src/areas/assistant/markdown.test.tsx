// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { Markdown } from './Markdown.tsx'

const said = vi.spyOn(console, 'error').mockReturnValue(undefined)

afterEach(() => {
  cleanup()
  said.mockClear()
})

const draw = (text: string) =>
  render(<Markdown text={text} renderSql={(sql) => <pre data-kind="sql">{sql}</pre>} />).container

const names = (root: Element) =>
  new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))

describe('untrusted text', () => {
  test.each([
    '<img src="http://evil.test/a.png" onerror="alert(1)">',
    'Look: <script>alert(1)</script>',
    '<iframe src="http://evil.test"></iframe>',
    '<a href="javascript:alert(1)">here</a>',
    '<!-- nothing -->',
    '<div onclick="alert(1)">\n\ntext\n\n</div>',
  ])('is no markup, and is shown as source text: %s', (html) => {
    const drawn = draw(html)
    expect([...names(drawn)].filter((name) => !['p', 'br'].includes(name))).toEqual([])
    expect(drawn.textContent).toContain(html.split('\n')[0])
  })

  test('fetches no image: its text is a link that shows its target', () => {
    const drawn = draw('![A chart](https://evil.test/a.png?rows=secret)')
    expect(drawn.querySelector('img')).toBeNull()
    const link = screen.getByRole('link', { name: 'A chart' })
    expect(link.getAttribute('href')).toBe('https://evil.test/a.png?rows=secret')
    expect(drawn.textContent).toBe('A chart (evil.test)')
  })

  test('with an image without text shows a label', () => {
    expect(draw('![](https://evil.test/a.png)').textContent).toBe('Picture (evil.test)')
  })

  test('with an image in a link has no nested link', () => {
    const drawn = draw('[![Badge](https://one.test/a.png)](https://two.test/b)')
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(drawn.textContent).toBe('Badge (two.test)')
    expect(said).not.toHaveBeenCalled()
  })

  test('opens links in a new tab without a referrer', () => {
    draw('[The manual](https://www.postgresql.org/docs/)')
    const link = screen.getByRole('link', { name: 'The manual' })
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test.each([
    ['[https://bank.test](https://evil.test/x)', 'https://bank.test (evil.test)'],
    ['[bank](https://bank.test@evil.test:8443/)', 'bank (evil.test:8443)'],
    ['[bank](https://bаnk.test)', 'bank (xn--bnk-6cd.test)'],
    ['<https://evil.test/a>', 'https://evil.test/a (evil.test)'],
    ['[a][b]\n\n[b]: https://evil.test', 'a (evil.test)'],
  ])('shows the real host of a link, with any link text: %s', (text, shown) => {
    expect(draw(text).querySelector('p')?.textContent).toBe(shown)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:olga@example.test',
    '/project/other',
    '//evil.test/x',
    '#there',
    '',
  ])('makes links only to web pages: %s', (href) => {
    const drawn = draw(`[here](${href})`)
    expect(screen.queryByRole('link')).toBeNull()
    expect(drawn.textContent).toContain('here')
  })
})

describe('formatted text', () => {
  test('words, headings and lists', () => {
    const drawn = draw('# Title\n\nOne **two** *three* ~~four~~ `five`\nsix\n\n3. a\n4. b\n\n- c')
    expect(drawn.querySelector('strong')?.textContent).toBe('two')
    expect(drawn.querySelector('em')?.textContent).toBe('three')
    expect(drawn.querySelector('del')?.textContent).toBe('four')
    expect(drawn.querySelector('code')?.textContent).toBe('five')
    expect(drawn.querySelectorAll('br')).toHaveLength(1)
    expect(drawn.querySelector('ol')?.getAttribute('start')).toBe('3')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  test('has one checkbox for a task', () => {
    draw('- [ ] first\n- [x] second')
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items).toEqual(['☐ first', '☑ second'])
  })

  test('tables', () => {
    draw('| a | b |\n|---|---|\n| 1 | **2** |')
    const table = within(screen.getByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'a',
      'b',
    ])
    expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['1', '2'])
  })

  test.each(['sql', 'SQL', 'postgresql', 'postgres', 'pgsql', 'plpgsql', 'sql '])(
    'SQL in a fence called “%s” is shown as SQL',
    (lang) => {
      const drawn = draw(`\`\`\`${lang}\nselect 1 < 2\n\`\`\``)
      expect(drawn.querySelector('[data-kind=sql]')?.textContent).toBe('select 1 < 2')
    },
  )

  test('other code is shown as it is, and can be scrolled by keyboard', () => {
    const drawn = draw('```ts\nconst a = "<b>"\n```')
    const block = drawn.querySelector('pre')
    expect(block?.textContent).toBe('const a = "<b>"')
    expect(block?.tabIndex).toBe(0)
    expect(drawn.querySelector('[data-kind=sql]')).toBeNull()
  })

  test('an unclosed fence is rendered as code', () => {
    const drawn = draw('So:\n\n```sql\nselect *\nfrom bo')
    expect(drawn.querySelector('[data-kind=sql]')?.textContent).toBe('select *\nfrom bo')
  })

  test('every prefix of an answer can be rendered', () => {
    const text =
      'A [link](https://a.test) and\n\n| a |\n|---|\n| 1 |\n\n```sql\nselect 1\n```\n- [x] b'
    for (let end = 0; end <= text.length; end += 1) {
      draw(text.slice(0, end))
      cleanup()
    }
    expect(said).not.toHaveBeenCalled()
  })
})

describe('nested text', () => {
  const getDepth = (element: Element): number =>
    1 + Math.max(0, ...[...element.children].map(getDepth))

  test.each([
    ['quotes', `${'>'.repeat(300)} deep`],
    ['lists', Array.from({ length: 60 }, (_, at) => `${'  '.repeat(at)}- deep`).join('\n')],
    ['more quotes than can be read', `${'>'.repeat(20_000)} deep`],
  ])('beyond the maximum depth is shown as source text: %s', (_, text) => {
    const drawn = draw(text)
    expect(drawn.textContent).toContain('deep')
    expect(getDepth(drawn)).toBeLessThan(60)
  })
})

const allowed = new Set(
  'p strong em del blockquote code pre ul ol li div table thead tbody tr th td hr br a bdi span'.split(
    ' ',
  ),
)
const attributes = new Set(['class', 'href', 'target', 'rel', 'tabindex', 'start', 'data-kind'])

const written = [
  '** * _ ~~ ` ``` # > - 1. [ ] ( ) ![ ]( < > \\ | |---| --- <!-- --> &lt; &#106;',
  'javascript:alert(1) https://evil.test/ data:text/html,x vbscript:x //evil.test www.evil.test',
  '<img/src=x/onerror=alert(1)> <script> </script> <a/href="javascript:x"> <svg/on <https://y.test>',
].flatMap((line) => line.split(' '))

const piece = fc.constantFrom(
  ...written.concat(
    ['```sql\n', '- [ ] ', '- [x] ', '> ', '# ', '- ', '[a]: https://x.test\n', '|---|\n'],
    ['\n', '\n\n', '    ', ' ', '\0', '\t'],
  ),
)
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string({ maxLength: 6 })), { maxLength: 40 })
  .map((parts) => parts.join(''))

test('for any text, only known elements are rendered, and every link leads to the web', () => {
  fc.assert(
    fc.property(text, (markdown) => {
      const drawn = draw(markdown)
      expect([...names(drawn)].filter((name) => !allowed.has(name))).toEqual([])
      for (const element of drawn.querySelectorAll('*')) {
        expect(element.getAttributeNames().filter((name) => !attributes.has(name))).toEqual([])
      }
      for (const { href } of drawn.querySelectorAll('a')) expect(href).toMatch(/^https?:\/\//u)
      expect(drawn.querySelector('a a')).toBeNull()
      cleanup()
    }),
    { numRuns: 300 },
  )
  expect(said).not.toHaveBeenCalled()
})
