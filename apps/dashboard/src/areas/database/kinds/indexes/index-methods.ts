import type { IndexDefinition, IndexKey } from '@basalt/pg-model'

type Method = {
  value: string
  label: string
  /** Whether it keeps an order and can be unique. */
  isOrdered?: true
  canInclude?: true
  /** Operator classes that are no defaults, for suggestions. */
  classes: readonly string[]
  parameters: readonly string[]
}

/** PostgreSQL manual, "Index Types" and "Index Storage Parameters". */
export const methods: readonly Method[] = [
  {
    value: 'btree',
    label: 'B-tree: equality, ranges and order',
    isOrdered: true,
    canInclude: true,
    classes: ['text_pattern_ops', 'varchar_pattern_ops', 'bpchar_pattern_ops', 'jsonb_ops'],
    parameters: ['fillfactor', 'deduplicate_items'],
  },
  { value: 'hash', label: 'Hash: equality', classes: [], parameters: ['fillfactor'] },
  {
    value: 'gin',
    label: 'GIN: arrays, JSON, full text',
    classes: ['jsonb_path_ops', 'gin_trgm_ops'],
    parameters: ['fastupdate', 'gin_pending_list_limit'],
  },
  {
    value: 'gist',
    label: 'GiST: geometry, ranges, nearest neighbours',
    canInclude: true,
    classes: ['gist_trgm_ops', 'inet_ops'],
    parameters: ['fillfactor', 'buffering'],
  },
  {
    value: 'spgist',
    label: 'SP-GiST: points, prefixes, networks',
    canInclude: true,
    classes: ['kd_point_ops', 'text_ops'],
    parameters: ['fillfactor'],
  },
  {
    value: 'brin',
    label: 'BRIN: large tables in the order of the column',
    classes: ['timestamptz_minmax_multi_ops', 'int8_minmax_multi_ops', 'int8_bloom_ops'],
    parameters: ['pages_per_range', 'autosummarize'],
  },
]

/** Methods of extensions have every part: PostgreSQL refuses what they lack. */
export const findMethod = (value: string): Method =>
  methods.find((one) => one.value === value) ?? {
    value,
    label: value,
    isOrdered: true,
    canInclude: true,
    classes: [],
    parameters: [],
  }

/** The design without the parts that the method does not have. */
export function withMethod(design: IndexDefinition, value: string): Partial<IndexDefinition> {
  const { isOrdered, canInclude, parameters } = findMethod(value)
  const isKnown = (name: string) => parameters.length === 0 || parameters.includes(name)
  return {
    method: value,
    parameters: design.parameters.filter(({ name }) => isKnown(name)),
    keys: design.keys.map((key) => ({
      ...key,
      operator_class: null,
      ...(isOrdered !== true && { order: 'ascending' as const, nulls: 'last' as const }),
    })),
    ...(isOrdered !== true && { is_unique: false, nulls_not_distinct: false }),
    ...(canInclude !== true && { include: [] }),
  }
}

export const blankKey: IndexKey = {
  column: '',
  expression: null,
  collation: null,
  operator_class: null,
  order: 'ascending',
  nulls: 'last',
  statistics: null,
}
