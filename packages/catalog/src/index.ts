export {
  type ComputeSize,
  type ComputeSizeId,
  computeSizeIds,
  computeSizes,
} from './compute-sizes.ts'
export { type InstanceStatus, instanceStatuses, instanceTransitions } from './instance-statuses.ts'
export {
  organizationKinds,
  type OrganizationPlan,
  organizationPlans,
  plans,
} from './organizations.ts'
export {
  type CloudProvider,
  cloudProviders,
  defaultRegion,
  type RegionEntry,
  regions,
  regionsOf,
} from './regions.ts'
export { systemSchemas } from './system-schemas.ts'
