import {
  type ColumnPrivilegeKind,
  columnPrivilegeKinds,
  type ColumnPrivileges,
} from '@basalt/contract/database/column-privileges'

import { Button } from '../../ui/Button.tsx'
import {
  isTableWide,
  isTicked,
  type PrivilegeDraft,
  withCells,
  withSplit,
} from './privilege-draft.ts'

type State = { privileges: ColumnPrivileges; draft: PrivilegeDraft }

type Props = {
  state: State
  deniedReason: string | undefined
  onChange: (draft: PrivilegeDraft) => void
}

const cell = 'border-b border-line px-2 py-2 align-top tablet:px-3'

/** A row for each column, a box for each privilege. */
export function PrivilegeMatrix({ state, deniedReason, onChange }: Props) {
  const { privileges, draft } = state
  return (
    <div className="flex flex-col gap-3">
      <div className="overflow-x-auto rounded-card border border-line bg-surface">
        <table className="w-full border-separate border-spacing-0 text-left">
          <caption className="sr-only">
            Privileges of {privileges.role} on the columns of {privileges.table.name}
          </caption>
          <thead>
            <tr>
              <th scope="col" className={`${cell} font-medium`}>
                Column
              </th>
              {columnPrivilegeKinds.map((kind) => (
                <th key={kind} scope="col" className={`${cell} w-1/5 font-medium`}>
                  <KindHeading
                    kind={kind}
                    state={state}
                    deniedReason={deniedReason}
                    onChange={onChange}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {privileges.columns.map((column) => (
              <tr key={column.name} className="last:[&>*]:border-b-0">
                <th scope="row" className={`${cell} font-normal`}>
                  <span className="block break-words">{column.name}</span>
                  <span className="block font-mono text-xs break-words text-ink-faint">
                    {column.data_type}
                  </span>
                </th>
                {columnPrivilegeKinds.map((kind) => (
                  <td key={kind} className={cell}>
                    <Box
                      label={`${kind} ${column.name}`}
                      isTicked={isTicked(state, kind, column)}
                      isFixed={deniedReason !== undefined || isTableWide(state, kind)}
                      note={getNote(state, kind, column)}
                      onChange={(isOn) => onChange(withCells(draft, kind, { [column.name]: isOn }))}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Legend state={state} />
    </div>
  )
}

/** Explains the words in the table that PostgreSQL's manual has whole sections for. */
function Legend({ state }: { state: State }) {
  const { columns } = state.privileges
  const wide = columnPrivilegeKinds.filter((kind) => isTableWide(state, kind))
  const isInherited = columns.some((column) =>
    columnPrivilegeKinds.some((kind) => getNote(state, kind, column) !== undefined),
  )
  return (
    <ul className="flex flex-col gap-1 text-xs text-ink-soft">
      {wide.length > 0 && (
        <li>
          Whole table: {wide.join(' and ')} is granted on the table and covers all columns,
          including new ones. Grant by column to revoke it on single columns.
        </li>
      )}
      {isInherited && (
        <li>Inherited: granted through table ownership, membership in another role, or PUBLIC.</li>
      )}
    </ul>
  )
}

type HeadingProps = Props & { kind: ColumnPrivilegeKind }

/**
 * A grant on the table covers every column, also future ones: single checkboxes have no effect
 * then.
 */
function KindHeading({ kind, state, deniedReason, onChange }: HeadingProps) {
  const { privileges, draft } = state
  if (!isTableWide(state, kind)) {
    const areAll = privileges.columns.every((column) => isTicked(state, kind, column))
    const cells = Object.fromEntries(privileges.columns.map(({ name }) => [name, !areAll]))
    return (
      <span className="flex flex-col items-start gap-1">
        {kind}
        <Button
          size="small"
          variant="ghost"
          className="-ml-2"
          disabledReason={deniedReason}
          aria-label={`${areAll ? 'Clear' : 'Select'} ${kind} for all columns`}
          onClick={() => onChange(withCells(draft, kind, cells))}
        >
          {areAll ? 'None' : 'All'}
        </Button>
      </span>
    )
  }
  return (
    <span className="flex flex-col items-start gap-1">
      {kind}
      <span className="text-xs font-normal text-ink-soft">Whole table</span>
      <Button
        size="small"
        disabledReason={deniedReason}
        aria-label={`Grant ${kind} by column instead`}
        onClick={() => onChange(withSplit(draft, kind))}
      >
        By column
      </Button>
    </span>
  )
}

type BoxProps = {
  label: string
  isTicked: boolean
  isFixed: boolean
  note: string | undefined
  onChange: (isOn: boolean) => void
}

function Box({ label, isTicked: isOn, isFixed, note, onChange }: BoxProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <input
        type="checkbox"
        aria-label={label}
        className="size-4 flex-none pointer-coarse:size-6"
        checked={isOn}
        disabled={isFixed}
        onChange={(event) => onChange(event.target.checked)}
      />
      {note !== undefined && <span className="text-xs text-ink-faint">{note}</span>}
    </span>
  )
}

/** An effective privilege without a grant to this role. */
function getNote(
  state: State,
  kind: ColumnPrivilegeKind,
  column: ColumnPrivileges['columns'][number],
): string | undefined {
  const isHeld = column.effective.includes(kind)
  if (isTicked(state, kind, column) || !isHeld) return undefined
  const { table_wide } = state.privileges
  const isSelf = column.granted.includes(kind) || table_wide.includes(kind)
  return isSelf ? undefined : 'Inherited'
}
