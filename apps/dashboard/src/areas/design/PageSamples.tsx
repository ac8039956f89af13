import { Hammer } from 'lucide-react'

import { formatBytes } from '../../lib/format/format-bytes.ts'
import { useOpenObject, useTableView } from '../../product/use-table-view.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardBody } from '../../ui/Card.tsx'
import { ListPage } from '../../ui/data-table/ListPage.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ObjectPage } from '../../ui/ObjectPage.tsx'
import { Status } from '../../ui/Status.tsx'
import { Time } from '../../ui/Time.tsx'
import { design } from './paths.ts'
import { indexColumns, listIndexes } from './sample-indexes.tsx'

const rows = listIndexes(300)
const [sample] = rows
const nothing = () => undefined

/** A page that lists things, with its view and its open object in the URL. */
export function ListSample() {
  const view = useTableView(indexColumns)
  const [openId, open] = useOpenObject('index')
  const close = () => open(undefined)
  return (
    <ListPage
      title="Indexes"
      description="A page of a list. Its search, sort, columns and open object are in the URL."
      actions={<Button variant="primary">New index</Button>}
      label="Indexes"
      noun="index"
      nouns="indexes"
      columns={indexColumns}
      rows={rows}
      getId={({ name }) => name}
      failure="The indexes could not be loaded"
      empty={null}
      searchLabel="Search indexes"
      openId={openId}
      onOpen={({ name }) => open(name)}
      onClose={close}
      renderOpen={({ name, table, bytes }) => (
        <Dialog isOpen kind="panel" title={name} description={table} onClose={close}>
          {formatBytes(bytes)}
        </Dialog>
      )}
      {...view}
    />
  )
}

/** A page of one object, with tabs by URL and facts next to it. */
export function ObjectSample() {
  const [tab = 'definition'] = useOpenObject('tab')
  if (sample === undefined) return null
  const { name, kind, table, bytes, builtAt } = sample
  return (
    <ObjectPage
      state="ready"
      list={{ href: design('list'), label: 'Indexes' }}
      noun="index"
      name={name}
      kind={kind}
      status={<Status tone="good">Valid</Status>}
      description="A page of an object. Its tabs are links."
      actions={<Button icon={Hammer}>Rebuild</Button>}
      menu={[
        { label: 'Rename…', onSelect: nothing },
        { kind: 'separator' },
        {
          label: 'Drop…',
          isDanger: true,
          disabledReason: 'You need additional permissions to drop indexes',
          onSelect: nothing,
        },
      ]}
      tabs={[
        { id: 'definition', label: 'Definition', href: design('object') },
        { id: 'usage', label: 'Usage', count: 1204, href: design('object', 'usage') },
      ]}
      tab={tab}
      facts={[
        { name: 'Table', value: table },
        { name: 'Size', value: formatBytes(bytes) },
        { name: 'Built', value: <Time at={builtAt} /> },
      ]}
    >
      <Card title={tab === 'usage' ? 'Usage' : 'Definition'}>
        <CardBody>
          <code className="font-mono text-xs">
            create index {name} on {table} (id);
          </code>
        </CardBody>
      </Card>
    </ObjectPage>
  )
}
