import type { ComputeSizeId } from './compute-size-ids.ts'

export type ComputeSize = {
  id: ComputeSizeId
  name: string
  /** Per month, in micro-dollars. */
  priceMicros: number
  /** The billed price per hour, in micro-dollars. A month of it is close to the monthly price. */
  hourlyMicros: number
  /** Null where cores are shared without a figure. */
  cpu_cores: number | null
  cpu_dedicated: boolean
  memory_gb: number
  connections_direct: number
  connections_pooler: number
  /** MB/s. */
  baseline_disk_io_mbs: number
  /** MB/s. */
  max_disk_io_mbs: number
}

/** Small and Medium are those of SPEC.md section 9; the others continue the row. */
export const computeSizes = [
  {
    id: 'ci_small',
    name: 'Small',
    priceMicros: 0,
    hourlyMicros: 0,
    cpu_cores: null,
    cpu_dedicated: false,
    memory_gb: 0.5,
    connections_direct: 30,
    connections_pooler: 200,
    baseline_disk_io_mbs: 43,
    max_disk_io_mbs: 2085,
  },
  {
    id: 'ci_medium',
    name: 'Medium',
    priceMicros: 10_000_000,
    hourlyMicros: 13_440,
    cpu_cores: 2,
    cpu_dedicated: false,
    memory_gb: 1,
    connections_direct: 60,
    connections_pooler: 200,
    baseline_disk_io_mbs: 87,
    max_disk_io_mbs: 2085,
  },
  {
    id: 'ci_large',
    name: 'Large',
    priceMicros: 110_000_000,
    hourlyMicros: 151_700,
    cpu_cores: 2,
    cpu_dedicated: true,
    memory_gb: 8,
    connections_direct: 160,
    connections_pooler: 800,
    baseline_disk_io_mbs: 79,
    max_disk_io_mbs: 594,
  },
  {
    id: 'ci_xlarge',
    name: 'XL',
    priceMicros: 210_000_000,
    hourlyMicros: 287_700,
    cpu_cores: 4,
    cpu_dedicated: true,
    memory_gb: 16,
    connections_direct: 240,
    connections_pooler: 1000,
    baseline_disk_io_mbs: 149,
    max_disk_io_mbs: 594,
  },
  {
    id: 'ci_2xlarge',
    name: '2XL',
    priceMicros: 410_000_000,
    hourlyMicros: 562_000,
    cpu_cores: 8,
    cpu_dedicated: true,
    memory_gb: 32,
    connections_direct: 380,
    connections_pooler: 1500,
    baseline_disk_io_mbs: 297,
    max_disk_io_mbs: 594,
  },
  {
    id: 'ci_4xlarge',
    name: '4XL',
    priceMicros: 960_000_000,
    hourlyMicros: 1_320_000,
    cpu_cores: 16,
    cpu_dedicated: true,
    memory_gb: 64,
    connections_direct: 480,
    connections_pooler: 3000,
    baseline_disk_io_mbs: 594,
    max_disk_io_mbs: 594,
  },
  {
    id: 'ci_8xlarge',
    name: '8XL',
    priceMicros: 1_870_000_000,
    hourlyMicros: 2_562_000,
    cpu_cores: 32,
    cpu_dedicated: true,
    memory_gb: 128,
    connections_direct: 490,
    connections_pooler: 6000,
    baseline_disk_io_mbs: 1188,
    max_disk_io_mbs: 1188,
  },
  {
    id: 'ci_12xlarge',
    name: '12XL',
    priceMicros: 2_800_000_000,
    hourlyMicros: 3_836_000,
    cpu_cores: 48,
    cpu_dedicated: true,
    memory_gb: 192,
    connections_direct: 500,
    connections_pooler: 9000,
    baseline_disk_io_mbs: 1781,
    max_disk_io_mbs: 1781,
  },
  {
    id: 'ci_16xlarge',
    name: '16XL',
    priceMicros: 3_730_000_000,
    hourlyMicros: 5_120_000,
    cpu_cores: 64,
    cpu_dedicated: true,
    memory_gb: 256,
    connections_direct: 500,
    connections_pooler: 12000,
    baseline_disk_io_mbs: 2375,
    max_disk_io_mbs: 2375,
  },
] as const satisfies readonly ComputeSize[]
