import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Capability } from '@basalt/contract'
import { EngineError, type ProjectEngine } from '@basalt/engine'
import {
  dataDirectoryFor,
  embeddedCluster,
  embeddedEngine,
  lockDataDirectory,
} from '@basalt/engine-embedded'
import { externalEngine } from '@basalt/engine-external'

import { type Config, ConfigError, parseConfig } from './config.ts'
