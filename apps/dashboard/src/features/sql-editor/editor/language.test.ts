import { syntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'

import { sqlLanguage } from './language.ts'

/** The words that are coloured as keywords. */
function keywordsOf(doc: string): string[] {
  const state = EditorState.create({ doc, extensions: sqlLanguage })
  const found: string[] = []
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Keyword') found.push(state.sliceDoc(from, to))
    },
  })
  return found
}

test('what makes a statement is coloured', () => {
  expect(
    keywordsOf('select distinct a from b left join c using (d) order by a desc nulls last limit 3'),
  ).toEqual(
    ['select', 'distinct', 'from', 'left', 'join', 'using', 'order', 'by', 'desc', 'nulls'].concat([
      'last',
      'limit',
    ]),
  )
  expect(keywordsOf('create policy p on t for update to r using (true)')).toContain('policy')
})

test('columns with plain names are not', () => {
  expect(keywordsOf('select id, name, state, day, value, location from t')).toEqual([
    'select',
    'from',
  ])
})
