/** Modules of the dashboard by the folder or the file that they lie in. */
const src = (path: string) => new RegExp(`dashboard/src/(?:${path})`, 'u')

/** Files that at least so many lazy parts share are part of every page. */
const sharedByMany = 43

/** Code that runs before the shell, with its shared imports. */
const early = src(
  'early|first-rows|lib/(?:storage/storage|browser/theme)\\.ts|areas/table-editor/column-(?:layout|width)',
)

/** Code that the table view shares with a few other pages only. */
const tables =
  /contract\/src\/(?:boot|database\/(?:tables|changes|table-rights))\.ts$|dashboard\/src\/(?:product\/(?:AreaLayout|row-counts|table-invalidation|row-changes\/(?:sent-changes|row-columns))|lib\/browser\/(?:use-rows-in-view|use-media|use-go))|data-grid\/src\/typed-word/u

/** Code that the page of a query shares with a few other pages only. */
const queries =
  /contract\/src\/(?:typed-name|project\/snippets|database\/(?:table-changes|table-design|change-statements|identifiers|sessions|completion|query))\.ts$|dashboard\/src\/(?:areas\/sql-editor\/snippets\/(?:draft|new-name)|ui\/(?:tab-order|Menu)\.|product\/(?:snippets|invalidate-tables|names\/(?:use-names|written-name))|lib\/(?:storage\/(?:sql|tab)-storage|network\/open-query|forms\/claims-text))/u

/** The editor of SQL, for the SQL editor and for fields of forms. */
const codeMirrorCore =
  /node_modules\/(?:@codemirror\/(?:state|view|commands|language|streamparser)|@lezer\/(?:common|highlight))\/|dashboard\/src\/product\/sql-code\/(?:colours|editor-theme|plain-order|statement-)/u

/** Overlays: they load the positioning library. */
const overlays =
  'MenuList|PickerList|DialogPanel|ToolPopover|ConfirmDialog|TooltipBubble|data-table/ColumnPicker'

/** Blocks of pages that are not the first: their libraries load with them. */
const blocks = 'data-table/(?!ColumnPicker)|tree/|TabBar\\.|ListPage\\.|ObjectPage\\.'

/** Libraries of the router and the query cache, which are in every page. */
const tanstack = '@tanstack/(?!(?:react|table|virtual)-(?:table|virtual|core)/)'

/**
 * The chunks of the build. A module goes into the first group that names it, with its imports,
 * unless an earlier group names those: the order matters. A lazily loaded part is included in its
 * group's file, so pages load few, large files.
 */
const groups = [
  { name: 'early', test: early },
  { name: 'shell', tags: ['$initial' as const] },

  // Shared by pages.
  {
    name: 'base',
    test: new RegExp(
      `dashboard/src/(?:ui/(?!Form\\.|${blocks})|lib/(?!forms/use-form)|product/)|lucide-react|${tanstack}`,
      'u',
    ),
    minShareCount: sharedByMany,
  },
  // Icons that neither the table view nor the SQL editor shows first.
  {
    name: 'page-icons',
    test: /lucide-react\/.*\/(?:archive|ban|cable|calendar-clock|circle-pa|circle-play|external-link|eraser|fingerprint|flask|folder|gauge|hard-drive|layout-grid|list-(?:checks|ordered)|megaphone|minus|network|scan-search|send|shapes|share|shield-alert|shield-off|siren|square-function|text-search|unplug|users|webhook|zap)/u,
  },
  { name: 'icons', test: /lucide-react/u, minShareCount: 2 },
  { name: 'tables', test: tables },
  { name: 'grid', test: /data-grid\/src\/Grid\.tsx|dashboard\/src\/ui\/grid-controls/u },
  { name: 'table-editor', test: src('areas/table-editor/TablePage.tsx') },
  { name: 'zod', test: /node_modules\/zod\//u },
  { name: 'queries', test: queries },
  // Small parts that pages of several areas share.
  { name: 'statements', test: /packages\/pg-sql\/src\/(?!array-text|expression)/ },
  { name: 'files', test: /lib\/browser\/save-file|packages\/delimited\/src\/(?:write|line|quote)/ },
  { name: 'codemirror', test: codeMirrorCore },
  // Reading a plan, without its view.
  { name: 'plans', test: src('product/plan-view/(?:read-|titles|data-sharing)') },
  { name: 'sql-editor', test: src('areas/sql-editor/SqlPage.tsx') },
  { name: 'sql-formatter', test: /node_modules\/sql-formatter\//u },
  {
    name: 'schemas',
    test: /packages\/(?:contract\/(?!src\/(?:operator-jobs|logs\/|observability\/|alerts\/|advisors\/|query-performance\/|(?:cron|webhooks|vault|queues|wrappers|integrations)\/|database\/(?:extensions|object-scripts|objects\/)))|catalog\/src\/notices)|dashboard\/src\/lib\/forms\/(?!use-form)/u,
  },
  // Pages of logs, drains and alerts share them.
  {
    name: 'log-schemas',
    test: /packages\/contract\/src\/(?:logs|observability)\/|dashboard\/src\/product\/logs\//u,
  },
  {
    name: 'catalog',
    test: /packages\/(?:access|catalog\/src\/(?!extensions\/|advisors\/|log-sources\/|feature-previews|organizations\/))/u,
  },
  {
    name: 'shared',
    test: new RegExp(
      `dashboard/src/(?:ui/(?!Checkbox|PickerField|SqlText|sql-words|chart/(?!Chart\\.)|text-diff/(?!TextDiff\\.)|Toast|Form\\.|${overlays}|${blocks})|lib/(?!forms/use-form|format/list-time-zones)|product/(?!SidePanel)[\\w-]+\\.)|lucide-react|${tanstack}`,
      'u',
    ),
    minShareCount: 2,
  },

  // Pages and dialogs with a form bring the library of forms.
  {
    name: 'forms',
    test: /node_modules\/react-hook-form\/|dashboard\/src\/(?:ui\/Form\.|lib\/forms\/use-form)/u,
  },

  // Loaded right after the first page, and overlays.
  {
    name: 'frame',
    test: src(
      'app/shell/(?:Overlays|SectionBar|AppFallback|banners)|areas/consent/Consent|lib/network/error-tracking',
    ),
  },
  { name: 'toasts', test: /node_modules\/sonner\/|dashboard\/src\/ui\/(?:ToastList|ToastCard)/u },
  { name: 'tabs', test: src('ui/TabBar\\.|product/SidePanel') },
  { name: 'overlays', test: src(`ui/(?:${overlays})`) },
  { name: 'lists', test: src('ui/(?:data-table/|ListPage\\.)') },
  { name: 'menus', test: src('app/shell/|areas/(?:previews|consent)/') },

  // Row editing, in the table editor and in results.
  {
    name: 'rows',
    test: src(
      'product/(?:cell-editor/RowCellEditor|row-changes/(?:change-queue|stored-queue|save-in-turn|refusal-text|conflict-text|use-theirs|sign-in-again))',
    ),
  },
  {
    name: 'row-tools',
    test: /packages\/data-grid\/|dashboard\/src\/product\/(?:row-changes|cell-editor|rows)\//u,
  },
  { name: 'charts', test: /node_modules\/uplot\/|dashboard\/src\/ui\/chart\/(?!shared-cursor)/u },
  { name: 'chart-settings', test: src('product/(?:chart|home-blocks)/') },
  { name: 'passkeys', test: /node_modules\/@simplewebauthn\//u },

  // The table editor: its bars are loaded with each visit, the others on demand.
  {
    name: 'table-bars',
    test: src(
      'areas/table-editor/(?:TableFooter|BarTools|TableKeys|sidebar/(?:ListTools|TreeGuide)|tabs/TabBar|editors/GridCellEditor|changes/editing|ImportLocation|table-menu/TableListActions)',
    ),
  },
  { name: 'names', test: src('product/names/') },
  {
    name: 'sql-preview',
    // Also the routes of indexes, which the index advisor calls without the pages of objects.
    test: /dashboard\/src\/(?:product\/sql-preview\/|ui\/(?:Checkbox|SqlText|sql-words))|contract\/src\/database\/objects\/(?:indexes|object-routes)\.ts$/u,
  },
  {
    name: 'table-designs',
    test: src('areas/table-editor/(?:table-panel/(?!NewTablePage)|definition/)'),
  },
  {
    name: 'table-shared',
    test: src('areas/table-editor/(?!table-menu|sidebar)'),
    minShareCount: 2,
  },
  { name: 'grid-menus', test: src('areas/table-editor/GridMenus') },
  {
    name: 'table-rows',
    test: src('areas/table-editor/(?:row-panel/|editors/|references/|Cell)'),
  },
  { name: 'table-transfers', test: src('areas/table-editor/(?:import/|export/|ImportHost)') },
  { name: 'table-history', test: src('areas/table-editor/(?:history/|changes/|ChangesBar)') },
  {
    name: 'table-reading',
    test: src(
      'areas/table-editor/(?:ReadingTools|AppliedView|view|filter|sort|search|jump|view-as)',
    ),
  },
  { name: 'new-table', test: src('areas/table-editor/table-panel/NewTablePage') },
  { name: 'table-menus', test: src('areas/table-editor/(?:table-menu|sidebar)/') },
  { name: 'table-trash', test: src('areas/table-editor/trash/TrashDialog') },
  { name: 'table-tools', test: src('areas/table-editor/') },

  // The SQL editor.
  {
    name: 'text-diff',
    test: /node_modules\/@codemirror\/merge\/|dashboard\/src\/ui\/text-diff\//u,
  },
  { name: 'code-tools', test: /node_modules\/@codemirror\//u },
  { name: 'vim', test: src('product/sql-code/vim-keys') },
  { name: 'code-field', test: src('product/sql-code/CodeField') },
  // Fields that forms of several areas share.
  {
    name: 'form-fields',
    test: src('product/sql-code/SqlInput|ui/PickerField|lib/format/list-time-zones'),
  },
  { name: 'sql-completion', test: src('product/sql-code/') },
  { name: 'parquet', test: src('areas/sql-editor/results/parquet/') },
  { name: 'result-rows', test: src('product/results/ReadOnlyRows') },
  { name: 'sql-results', test: src('areas/sql-editor/results/(?:Answer|ResultView)') },
  { name: 'sql-plans', test: src('product/plan-view/') },
  { name: 'sql-views', test: src('areas/sql-editor/results/') },
  { name: 'sql-history', test: src('areas/sql-editor/running/HistoryPanel') },
  { name: 'sql-runs', test: src('areas/sql-editor/(?:running|runs)/') },
  { name: 'sql-templates', test: src('areas/sql-editor/snippets/TemplatesPage') },
  { name: 'sql-snippets', test: src('areas/sql-editor/(?:snippets/|SnippetList)') },
  { name: 'sql-tools', test: src('areas/sql-editor/') },

  // All other pages, by area.
  { name: 'assistant', test: src('areas/assistant/') },
  { name: 'public', test: src('areas/(?:sign-in|join|contact|pricing|outbox)/') },
  { name: 'account', test: src('areas/account/') },
  { name: 'billing', test: src('areas/(?:billing|usage)/') },
  { name: 'operator', test: src('areas/operator') },
  { name: 'support', test: src('areas/support/') },
  {
    name: 'organization',
    test: src(
      'areas/(?:organizations?|new-project|team|audit|organization-settings|single-sign-on)/',
    ),
  },
  {
    name: 'connection',
    test: src('product/project/(?:ConnectionCard|ClientLibraries|connection)'),
  },
  { name: 'project-cards', test: src('product/project/(?!PasswordDialog)') },
  // Cards of the home that it loads after itself.
  // Of the card on the home and of the advisors' pages.
  { name: 'advisor-schemas', test: /contract\/src\/advisors\// },
  { name: 'project', test: src('areas/project-home/') },
  { name: 'sessions', test: src('product/sessions/') },
  {
    name: 'time-charts',
    test: src('product/(?:resource-usage|time-range)/|ui/chart/shared-cursor'),
  },
  { name: 'observability', test: src('areas/observability/') },
  {
    name: 'advisors',
    test: /dashboard\/src\/areas\/(?:advisors|query-performance)\/|contract\/src\/query-performance\/|catalog\/src\/advisors\//u,
  },
  {
    name: 'project-settings',
    test: src(
      'areas/(?:project-settings|gateway)/|product/(?:RoleSetupForm|project/PasswordDialog)',
    ),
  },
  {
    name: 'logs',
    test: /dashboard\/src\/areas\/(?:logs|log-changes|log-explorer)\/|catalog\/src\/log-sources\//u,
  },
  { name: 'log-drains', test: src('areas/(?:log-drains|alerts)/') },
  {
    name: 'extensions',
    test: /dashboard\/src\/areas\/extensions\/|contract\/src\/database\/extensions|catalog\/src\/extensions\//u,
  },
  {
    name: 'integrations',
    test: /(?:dashboard\/src\/areas|contract\/src)\/(?:cron|webhooks|vault|queues|wrappers|integrations)\/|packages\/cron\//u,
  },
  // Of lists and pages, which do not wait for forms.
  { name: 'database-model', test: src('areas/database/(?:model/|RelatedList|kinds\\.ts)') },
  // Also of the inline editor, which is a preview.
  {
    name: 'database-panels',
    test: /dashboard\/src\/areas\/database\/(?:ChangePanel|DropDialog|PlannedChange|kind-forms|inline-editor\/|fields\/|kinds\/.*(?:Form|Dialog|Gains))|contract\/src\/database\/object-scripts/u,
  },
  {
    name: 'database',
    test: /dashboard\/src\/areas\/(?:database\/|policy-tester\/|schema-diagram\/(?!Canvas|lines\/|TableNode|table-nodes|use-staged|places\/(?:layout|layers|connected)|export\/|dependencies\/(?:GraphCanvas|ObjectNode))|migrations\/|column-privileges\/|project-export\/)|contract\/src\/database\/objects\//u,
  },
  { name: 'diagram', test: /node_modules\/(?:@xyflow|@dagrejs)\/|areas\/schema-diagram\//u },
]

export const chunkGroups = groups.map((group, at) => ({ ...group, priority: groups.length - at }))
