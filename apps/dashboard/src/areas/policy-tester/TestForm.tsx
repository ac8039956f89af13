import { databasePolicyTests, type PolicyTestBody } from '@basalt/contract/database/policy-tests'
import type { databaseTables } from '@basalt/contract/database/tables'
import type { OutputOf } from '@basalt/contract/route'
import type { ViewerRoles } from '@basalt/pg-model'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { readClaims } from '../../lib/forms/claims-text.ts'
import { listFieldErrors } from '../../lib/forms/field-errors.ts'
import { call } from '../../lib/network/api.ts'
import { ClaimsField } from '../../product/ClaimsField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { operations } from './outcomes.ts'
import { SaveTest } from './SaveTest.tsx'
import { TestResult } from './TestResult.tsx'
import { ValueFields } from './ValueFields.tsx'

type Props = {
  projectRef: string
  tables: OutputOf<typeof databaseTables.list>['tables']
  roles: ViewerRoles['roles']
  /** The choices of the URL. */
  start: { table: string | undefined; role: string | undefined; operation: string | undefined }
}

/** The parts of a test; the chosen table, role and operation are in the URL. */
export function TestForm(props: Props) {
  const change = useSearchParams()
  const test = useTest(props)
  const { operation, obstacle, run, body } = test
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (obstacle === undefined && !run.isPending) run.mutate(body)
  }
  const pick = (part: Record<string, string>) => {
    run.reset()
    change(part)
  }
  return (
    <>
      <form onSubmit={submit}>
        <Card
          footer={
            <Button
              type="submit"
              variant="primary"
              isPending={run.isPending}
              disabledReason={obstacle}
            >
              Run test
            </Button>
          }
        >
          <CardBody>
            <Choices {...props} chosen={test} onPick={pick} />
            <Details {...test} projectRef={props.projectRef} />
          </CardBody>
        </Card>
      </form>
      {run.error !== null && <Notice tone="bad">{run.error.message}</Notice>}
      {run.data !== undefined && (
        <TestResult
          result={run.data}
          operation={operation}
          action={<SaveTest projectRef={props.projectRef} test={run.variables} />}
        />
      )}
    </>
  )
}

type ChoicesProps = Pick<Props, 'tables' | 'roles'> & {
  chosen: Pick<ReturnType<typeof useTest>, 'table' | 'role' | 'operation'>
  onPick: (part: Record<string, string>) => void
}

function Choices({ tables, roles, chosen: { table, role, operation }, onPick }: ChoicesProps) {
  return (
    <div className="flex flex-wrap gap-4 pt-3">
      <Choice
        label="Table"
        value={String(table?.id ?? '')}
        options={tables.map(asOption)}
        onChange={(value) => onPick({ table: value })}
      />
      <Choice
        label="Role"
        value={role ?? ''}
        options={roles.map(({ name }) => ({ value: name, label: name }))}
        onChange={(value) => onPick({ role: value })}
      />
      <Choice
        label="Operation"
        value={operation}
        options={operations.map((one) => ({ value: one, label: one.toUpperCase() }))}
        onChange={(value) => onPick({ operation: value })}
      />
    </div>
  )
}

const asOption = ({ id, schema, name }: Props['tables'][number]) => ({
  value: String(id),
  label: schema === 'public' ? name : `${schema}.${name}`,
})

function useTest({ projectRef, tables, roles, start }: Props) {
  const table = tables.find(({ id }) => String(id) === start.table) ?? tables[0]
  const role = roles.find(({ name }) => name === start.role)?.name ?? getFirstRole(roles)
  const operation = operations.find((one) => one === start.operation) ?? 'select'
  const [claims, setClaims] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string | null>>>({})
  const [returning, setReturning] = useState(true)
  const { claims: read = null, fault } = readClaims(claims)
  const hasValues = operation === 'insert' || operation === 'update'
  const body: PolicyTestBody = {
    table_id: table?.id ?? 0,
    role: role ?? '',
    claims: read,
    operation,
    values: hasValues ? values : {},
    returning,
  }
  const run = useMutation({
    mutationFn: (test: PolicyTestBody) =>
      call(databasePolicyTests.run, { params: { ref: projectRef }, body: test }),
  })
  const obstacle = getObstacle({ table, role, fault })
  const fields = { claims, setClaims, fault, values, setValues, returning, setReturning }
  return { table, role, operation, hasValues, obstacle, run, body, ...fields }
}

type DetailProps = ReturnType<typeof useTest> & { projectRef: string }

/** The claims of the token, the values, and whether the rows are returned. */
function Details({ projectRef, table, operation, run, ...fields }: DetailProps) {
  return (
    <>
      <ClaimsField text={fields.claims} fault={fields.fault} onChange={fields.setClaims} />
      {table !== undefined && fields.hasValues && (
        <ValueFields
          key={table.id}
          projectRef={projectRef}
          tableId={table.id}
          isNew={operation === 'insert'}
          values={fields.values}
          errors={listFieldErrors(run.error)}
          onChange={fields.setValues}
        />
      )}
      {operation !== 'select' && (
        <Checkbox
          label="Return the rows"
          help="Adds RETURNING to the statement, as clients do that read the result"
          isChecked={fields.returning}
          onChange={fields.setReturning}
        />
      )}
    </>
  )
}

/** Roles that policies hold for come first. */
const getFirstRole = (roles: ViewerRoles['roles']): string | undefined =>
  (roles.find(({ bypasses_policies: isFree }) => !isFree) ?? roles[0])?.name

function getObstacle(chosen: { table: unknown; role: unknown; fault: string | undefined }) {
  if (chosen.table === undefined) return 'Create a table first'
  if (chosen.role === undefined) return 'Create a role first'
  return chosen.fault === undefined ? undefined : 'Correct the claims'
}
