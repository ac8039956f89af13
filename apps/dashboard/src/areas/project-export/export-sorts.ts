export const exportSorts = ['name', 'size', 'rows'] as const

export type ExportSort = (typeof exportSorts)[number]
