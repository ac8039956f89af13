import { supportCategories } from '@basalt/catalog'
import type { SupportStatus } from '@basalt/contract/support'

export const statusLabels = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
} as const satisfies Record<SupportStatus, string>

export const categoryLabel = (id: string): string =>
  supportCategories.find((category) => category.id === id)?.label ?? id
