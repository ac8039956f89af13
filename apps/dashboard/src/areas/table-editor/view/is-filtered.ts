import type { RowView } from '@basalt/pg-model'

/** Whether a view may exclude rows of its table. */
export const isFilteredView = ({ filter, where, search }: RowView): boolean =>
  filter !== undefined || where !== undefined || search !== undefined
