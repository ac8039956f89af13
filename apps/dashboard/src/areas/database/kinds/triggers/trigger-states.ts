/** In which sessions a trigger runs. */
export const triggerStates = [
  { value: 'origin', label: 'Enabled' },
  { value: 'always', label: 'Always, also while replicating' },
  { value: 'replica', label: 'Only while replicating' },
  { value: 'disabled', label: 'Disabled' },
]

export const stateNames = {
  origin: 'Enabled',
  always: 'Always',
  replica: 'On replicas',
  disabled: 'Disabled',
} as const
