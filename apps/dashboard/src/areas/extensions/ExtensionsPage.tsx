import { extensionTags } from '@basalt/catalog/extension-entry'
import { databaseExtensions } from '@basalt/contract/database/extensions'
import { useQuery } from '@tanstack/react-query'
import { Database } from 'lucide-react'
import { useMemo } from 'react'

import { useDenied } from '../../lib/access/access.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useSearchParams } from '../../lib/browser/use-search-text.ts'
import { useInstall } from '../../lib/install.tsx'
import { readChoice, type UrlQuery } from '../../lib/routes/url-query.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/Input.tsx'
import { columns } from './columns.tsx'
import { ExtensionPanel } from './ExtensionPanel.tsx'
import { extensionStates, listExtensions } from './listed-extensions.ts'
import { extensionsQuery } from './queries.ts'
import { stateLabels } from './state-labels.ts'

type Props = { projectRef: string; query: UrlQuery }

/** The catalogue of extensions with the state of each in this project. */
export function ExtensionsPage({ projectRef, query }: Props) {
  useDocumentTitle('Extensions', 'Database')
  const denied = useDenied(databaseExtensions.list, 'see extensions')
  const { data, error, refetch } = useQuery({
    ...extensionsQuery(projectRef),
    enabled: denied === undefined,
  })
  const { capabilities } = useInstall()
  const all = useMemo(
    () => (data === undefined ? undefined : listExtensions(data, capabilities)),
    [data, capabilities],
  )
  const view = useTableView(columns)
  const [openId, open] = useOpenObject('extension')
  const change = useSearchParams()
  const state = readChoice(query, 'state', extensionStates)
  const tag = readChoice(query, 'tag', extensionTags)
  const rows = all?.filter(
    (one) =>
      one.name === openId ||
      ((state === undefined || one.state === state) &&
        (tag === undefined || one.tags.includes(tag))),
  )
  return (
    <ListPage
      title="Extensions"
      description="Extensions add types, functions and indexes to the database. Enable the ones you use."
      actions={
        <a href="/guides" target="_blank" rel="noreferrer" className={buttonClass()}>
          Open the guides
        </a>
      }
      denied={denied}
      label="Extensions"
      noun="extension"
      columns={columns}
      rows={rows}
      getId={({ name }) => name}
      error={error}
      failure="The extensions could not be loaded"
      onRetry={() => void refetch()}
      searchLabel="Search extensions"
      filters={
        <div className="flex w-full gap-2 tablet:w-auto">
          <Filter
            label="State"
            every="All states"
            value={state}
            options={extensionStates.map((value) => ({ value, label: stateLabels[value].label }))}
            onChange={(next) => change({ state: next }, { isStep: true })}
          />
          <Filter
            label="Tag"
            every="All tags"
            value={tag}
            options={extensionTags.map((value) => ({ value, label: value }))}
            onChange={(next) => change({ tag: next }, { isStep: true })}
          />
        </div>
      }
      isFiltered={state !== undefined || tag !== undefined}
      onClearFilters={() =>
        change({ search: undefined, state: undefined, tag: undefined }, { isStep: true })
      }
      empty={
        <EmptyState icon={Database} title="No extensions">
          The catalogue is empty.
        </EmptyState>
      }
      openId={openId}
      onOpen={({ name }) => open(name)}
      onClose={() => open(undefined)}
      renderOpen={(extension) => (
        <ExtensionPanel
          // A change of state begins with an empty form.
          key={`${extension.name} ${extension.state}`}
          extension={extension}
          all={all ?? []}
          projectRef={projectRef}
          onClose={() => open(undefined)}
        />
      )}
      {...view}
    />
  )
}

type FilterProps = {
  label: string
  every: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}

const Filter = ({ label, every, value = '', options, onChange }: FilterProps) => (
  <Select
    aria-label={label}
    className="min-w-0 flex-1 tablet:w-48 tablet:flex-none"
    value={value}
    onChange={({ target }) => onChange(target.value || undefined)}
  >
    <option value="">{every}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </Select>
)
