import { advisorRules, findAdvisorRule } from '@basalt/catalog/advisor-rules'
import type { AdvisorFinding, AdvisorReport } from '@basalt/contract/advisors/advisors'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'

import { storage } from '../../lib/storage/storage.ts'
import { type Answers, refusal, shop, signedIn } from '../../testing/answers.ts'
import { openApp } from '../../testing/open-app.tsx'
import { toCsv } from './findings.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const url = `/project/${shop.ref}/advisors`
const base = `/platform/projects/${shop.ref}/advisors`

const orders: AdvisorFinding = {
  rule: 'rls_disabled_in_public',
  key: 'rls_disabled_in_public:public.orders',
  level: 'error',
  schema: 'public',
  name: 'orders',
  kind: 'table',
  detail: 'Row-level security is off on public.orders.',
  metadata: { table_id: 42 },
  fix: 'alter table public.orders enable row level security;',
  undo: 'alter table public.orders disable row level security;',
  first_seen_at: '2026-01-01T00:00:00.000Z',
  last_seen_at: '2026-01-02T00:00:00.000Z',
  ignored_by: null,
}
const peek: AdvisorFinding = {
  ...orders,
  rule: 'function_search_path_mutable',
  key: 'function_search_path_mutable:public.peek()',
  level: 'warning',
  name: 'peek',
  kind: 'function',
  detail: 'public.peek() resolves names by the search path of its caller.',
  metadata: { function_id: 77 },
  fix: null,
  undo: null,
}

const report = (change: Partial<AdvisorReport> = {}): AdvisorReport => ({
  summary: {
    checked_at: '2026-01-02T00:00:00.000Z',
    counts: { error: 1, warning: 1, info: 0 },
    unchecked_rules: 1,
    score: 87,
  },
  run: { finished_at: '2026-01-02T00:00:00.000Z', duration_ms: 120, failure: null },
  findings: [orders, peek],
  unchecked: [{ rule: 'pitr_not_enabled', reason: 'service', message: 'No such service yet.' }],
  truncated: {},
  ignores: [],
  ...change,
})

const open = (answers: Answers = {}, path = `${url}/security`) =>
  openApp(path, signedIn({ [`GET ${base}`]: report(), ...answers }))

test('tabs count the findings of each level, and the first one with findings is open', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'RLS Disabled in Public' })).toBeTruthy()
  const tabs = within(screen.getByRole('tablist', { name: 'Findings' })).getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent)).toEqual([
    'Errors1',
    'Warnings1',
    'Info0',
    'Ignored0',
    'Not checked1',
  ])
  expect(screen.queryByText('Function Search Path Mutable')).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: /^Warnings/u }))
  expect(await screen.findByRole('button', { name: 'Function Search Path Mutable' })).toBeTruthy()
  expect(screen.getByText('87 of 100')).toBeTruthy()
})

test('rules that were not checked are listed with the reason, and an empty list does not look green', async () => {
  open({ [`GET ${base}`]: report({ findings: [] }) })
  expect(await screen.findByText(/See “Not checked” for the others/u)).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: /^Not checked/u }))
  expect(await screen.findByText('No such service yet.')).toBeTruthy()
})

const unchecked = report({
  summary: { ...report().summary, checked_at: null, score: null },
  findings: [],
  unchecked: [],
  run: null,
})

test('a first run that failed says why, and no tab counts anything', async () => {
  const run = { finished_at: null, duration_ms: 0, failure: 'The server is starting up.' }
  open({ [`GET ${base}`]: { ...unchecked, run } }, `${url}/security?tab=unchecked`)
  expect(await screen.findByText('The server is starting up.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Not checked yet' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Errors' })).toBeTruthy()
})

test('findings that cannot be loaded are reported with a way to try again', async () => {
  open({ [`GET ${base}`]: refusal(400, { kind: 'invalid_request', message: 'Not now' }) })
  expect(await screen.findByText('The findings could not be loaded')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('before the first run the page offers it', async () => {
  const { calls } = open({
    [`GET ${base}`]: unchecked,
    [`POST ${base}/run`]: report(),
  })
  await screen.findByRole('heading', { name: 'Not checked yet' })
  await userEvent.click(screen.getAllByRole('button', { name: 'Run now' })[0] as HTMLElement)
  expect(await screen.findByRole('button', { name: 'RLS Disabled in Public' })).toBeTruthy()
  expect(calls.some(({ route }) => route === `POST ${base}/run`)).toBe(true)
})

test('a run that fails leaves the findings and says why', async () => {
  const message = 'The database could not be checked: it is stopped'
  open({ [`POST ${base}/run`]: refusal(409, { kind: 'conflict', message }) })
  await screen.findByRole('button', { name: 'RLS Disabled in Public' })
  await userEvent.click(screen.getByRole('button', { name: 'Run now' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'RLS Disabled in Public' })).toBeTruthy()
})

test('a finding is opened by the URL, shows its SQL, and its fix clears it', async () => {
  const { calls } = open(
    { [`POST ${base}/fix`]: { has_reverse: true, report: report({ findings: [peek] }) } },
    `${url}/security?finding=${encodeURIComponent(orders.key)}`,
  )
  const panel = await screen.findByRole('dialog', { name: 'RLS Disabled in Public' })
  expect(within(panel).getByRole('link', { name: 'View policies' }).getAttribute('href')).toBe(
    `/project/${shop.ref}/database/policies?schema=public&search=orders`,
  )
  expect(within(panel).getByRole('link', { name: 'Guide' }).getAttribute('href')).toBe(
    '/guides/database/advisors/security#rls_disabled_in_public',
  )
  await userEvent.click(within(panel).getByRole('button', { name: 'Show SQL' }))
  expect(within(panel).getByLabelText('SQL of the change').textContent).toContain(
    'enable row level security',
  )
  await userEvent.click(within(panel).getByRole('button', { name: 'Run the fix' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ route }) => route === `POST ${base}/fix`)?.body).toEqual({
    key: orders.key,
    sql: orders.fix,
  })
})

test('a fix that is refused shows the reason in the panel', async () => {
  const message = 'The advisors no longer find this. Run them again.'
  open(
    { [`POST ${base}/fix`]: refusal(409, { kind: 'conflict', message }) },
    `${url}/security?finding=${encodeURIComponent(orders.key)}`,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Run the fix' }))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('the link of a function leads to the function', async () => {
  open({}, `${url}/security?finding=${encodeURIComponent(peek.key)}`)
  const link = await screen.findByRole('link', { name: 'View functions' })
  expect(link.getAttribute('href')).toBe(`/project/${shop.ref}/database/functions/77`)
  expect(screen.queryByRole('button', { name: 'Run the fix' })).toBeNull()
})

test('a finding is ignored with a reason and a last day', async () => {
  const { calls } = open(
    { [`POST ${base}/ignores`]: { id: 'x' } },
    `${url}/security?finding=${encodeURIComponent(orders.key)}`,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ignore this finding' }))
  await userEvent.click(screen.getByRole('button', { name: 'Ignore' }))
  expect(await screen.findByText('Enter a reason')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Reason'), 'A public list')
  await userEvent.type(screen.getByLabelText('Last day'), '2030-05-06')
  await userEvent.click(screen.getByLabelText('For everyone'))
  await userEvent.click(screen.getByRole('button', { name: 'Ignore' }))
  await waitFor(() =>
    expect(calls.find(({ route }) => route === `POST ${base}/ignores`)?.body).toEqual({
      rule: orders.rule,
      key: orders.key,
      reason: 'A public list',
      until: '2030-05-06',
      for_everyone: true,
    }),
  )
})

test('without the preview the path of the rules shows the plain page', async () => {
  open({}, `${url}/rules/security`)
  expect(await screen.findByRole('heading', { name: 'Security advisor' })).toBeTruthy()
})

test('with the preview rules are listed, and one that is off is turned on again', async () => {
  const ignore = {
    id: '00000000-0000-4000-8000-000000000001',
    rule: 'extension_in_public',
    key: null,
    for_everyone: true,
    reason: 'It has to stay there',
    until: null,
    created_by: 'Ada',
    created_at: '2026-01-01T00:00:00.000Z',
  }
  const { calls } = open(
    {
      [`GET ${base}`]: report({ ignores: [ignore] }),
      [`DELETE ${base}/ignores/${ignore.id}`]: { ok: true },
    },
    `${url}/rules/security?rule=extension_in_public`,
  )
  storage.preview('advisor-rules').set(true)
  const panel = await screen.findByRole('dialog', { name: 'Extension in Public' })
  expect(within(panel).getByText('Ignored for everyone by Ada')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('button', { name: 'Stop ignoring' }))
  await waitFor(() =>
    expect(calls.some(({ route }) => route === `DELETE ${base}/ignores/${ignore.id}`)).toBe(true),
  )
  const count = advisorRules.filter(({ category }) => category === 'security').length
  expect(screen.getByText(`${count} rules`)).toBeTruthy()
})

test('findings are exported as CSV', () => {
  const entry = findAdvisorRule(orders.rule)
  if (entry === undefined) throw new Error('The rule is missing')
  expect(toCsv([{ ...orders, detail: 'a, "b"', entry }]).split('\r\n')).toEqual([
    'rule,title,level,schema,name,kind,detail,first seen,ignored',
    'rls_disabled_in_public,RLS Disabled in Public,error,public,orders,table,"a, ""b""",2026-01-01T00:00:00.000Z,no',
    '',
  ])
})
