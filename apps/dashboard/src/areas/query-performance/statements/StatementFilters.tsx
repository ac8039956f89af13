import { useSearchParams } from '../../../lib/browser/use-search-text.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Select } from '../../../ui/Input.tsx'
import { type Filter, listValues, type StatementList } from './figures.ts'

type Props = { answer: StatementList | undefined; filter: Filter }

/** By role, by database, and whether Basalt's own statements are listed. */
export function StatementFilters({ answer, filter }: Props) {
  const change = useSearchParams()
  const { role, database, includesOwn } = filter
  const list = (name: 'role' | 'database') => {
    const values = answer === undefined ? [] : listValues(answer.statements, name, includesOwn)
    const chosen = filter[name]
    // The one of the URL is shown also where no statement has it.
    return chosen === undefined || values.includes(chosen) ? values : [...values, chosen]
  }
  return (
    <div className="flex w-full flex-wrap items-center gap-2 tablet:w-auto">
      <Choice
        label="Role"
        every="All roles"
        value={role}
        values={list('role')}
        onChange={(next) => change({ role: next }, { isStep: true })}
      />
      <Choice
        label="Database"
        every="All databases"
        value={database}
        values={list('database')}
        onChange={(next) => change({ database: next }, { isStep: true })}
      />
      <Checkbox
        label="Show Basalt’s own"
        isChecked={includesOwn}
        onChange={(isShown) => change({ own: isShown ? 'true' : undefined }, { isStep: true })}
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  every: string
  value: string | undefined
  values: readonly string[]
  onChange: (value: string | undefined) => void
}

const Choice = ({ label, every, value = '', values, onChange }: ChoiceProps) => (
  <Select
    aria-label={label}
    className="min-w-0 flex-1 tablet:w-36 tablet:flex-none"
    value={value}
    onChange={({ target }) => onChange(target.value || undefined)}
  >
    <option value="">{every}</option>
    {values.map((one) => (
      <option key={one} value={one}>
        {one}
      </option>
    ))}
  </Select>
)
