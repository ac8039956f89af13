/** Apart from the sizes themselves, so that who only names one does not carry them all. */
export const computeSizeIds = [
  'ci_small',
  'ci_medium',
  'ci_large',
  'ci_xlarge',
  'ci_2xlarge',
  'ci_4xlarge',
  'ci_8xlarge',
  'ci_12xlarge',
  'ci_16xlarge',
] as const

export type ComputeSizeId = (typeof computeSizeIds)[number]
