import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'

import { ResultView } from '../areas/sql-editor/results/ResultView.tsx'
import type { ResultViewProps } from '../areas/sql-editor/results/rows/result-view-props.ts'
import type { StatementResult } from '../areas/sql-editor/runs/run-model.ts'
import { type Answers, shop } from './answers.ts'
import { openPart } from './open-part.tsx'

/** Three orders, one with more digits than JavaScript's numbers have. */
export const orders: StatementResult = {
  start: 0,
  end: 0,
  state: 'done',
  fields: [
    { name: 'id', type: 'bigint' },
    { name: 'country', type: 'text' },
    { name: 'total', type: 'numeric' },
    { name: 'is_paid', type: 'boolean' },
  ],
  rows: [
    ['1', 'DE', '10', 't'],
    ['2', 'FR', '9.5', 'f'],
    ['3', 'DE', '9007199254740993.1', null],
  ],
  rowCount: 3,
  isCut: false,
  notices: [],
  command: 'SELECT',
  affected: 3,
}

export const ordersStatement = 'select * from shop.orders'

/** Shows a result with its actions. */
export function openResult(props: Partial<ResultViewProps> = {}, answers: Answers = {}) {
  const Part = () => (
    <ResultView
      id="1 0"
      result={orders}
      projectRef={shop.ref}
      queryId="one"
      statement={ordersStatement}
      {...props}
    />
  )
  return openPart(Part, { answers })
}

export const cellNamed = (name: string) => screen.findByRole('gridcell', { name })

export async function chooseIn(menu: string, item: string) {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}
