import { expect, test } from 'vitest'

import { extractTexts } from './extract-texts.mjs'

const textsIn = (source: string) => extractTexts('page.tsx', source).map(({ raw }) => raw)

test('a sentence of JSX text and expressions is one text', () => {
  expect(
    textsIn('export const a = <p>\n  Saved {count} rows in <b>every table</b>.\n</p>'),
  ).toEqual(['Saved {count} rows in <b>every table</b>.'])
})

test('labels, literals and templates of prose are listed', () => {
  expect(
    textsIn(
      'const a = <Button label="Save" onClick={() => say(`Saved ${n} rows.`)} title={x ? \'Run query\' : undefined} />',
    ),
  ).toEqual(['"Save"', '`Saved ${n} rows.`', "'Run query'"])
})

test('class names, imports, types and SQL are left out', () => {
  expect(
    textsIn(
      'import a from \'A b\'\ntype T = \'Some text\'\nconst q = `select a, b from t where a = ${1}`\nconst d = <div className="flex gap-2" id="Page" />',
    ),
  ).toEqual([])
})
