import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import * as callDefinitions from '../../contract/call-definitions.ts'
import * as historyTexts from '../../contract/history-texts.ts'

const tables: Readonly<Record<string, object>> = { 'call-definitions': callDefinitions, 'history-texts': historyTexts }
const file = /[\\/]contract[\\/]([\w-]+)\.ts$/

// Replaces tables that the contract computes from its schemas by the computed values. Otherwise the login would load
// zod, and every screen the schemas of all areas.
export function contractValuesPlugin(): Plugin {
  return {
    name: 'contract-values',
    apply: 'build',
    load(id) {
      const values = Object.entries(tables[file.exec(id)?.[1] ?? ''] ?? {})
      const lines = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      return lines.length > 0 ? lines.join('\n') : null
    },
  }
}

const describing = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/
const english = /[\\/]zod[\\/]v4[\\/]locales[\\/]en\.js$/
const exported = /^export (?:(?:const|function) |\{ \w+ as )(\w+)/gm

// Drops zod's JSON schema writer, a seventh of zod's size, and its English messages: the browser only validates, and
// forms/use-record-form.tsx has the Spanish messages.
export function removeUnusedZodPartsPlugin(): Plugin {
  return {
    name: 'zod-parts',
    apply: 'build',
    transform(code, id) {
      if (english.test(id)) return { code: 'export default () => ({})', map: null }
      if (!describing.test(id)) return null
      const names = [...code.matchAll(exported)].map(([, name]) => `nothing as ${name}`)
      return { code: `const nothing = () => undefined\nexport { ${names} }`, map: null }
    },
  }
}

const worker = new URL('../public/sw.js', import.meta.url)

/** Puts the build's file names into public/sw.js, so that browsers notice a new build. */
export function serviceWorkerPlugin(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName
      const others = Object.keys(bundle).filter((name) => /\.(js|css|woff2)$/.test(name) && name !== entry)
      const names = JSON.stringify([entry, ...others].map((name) => `/${name}`))
      const source = readFileSync(worker, 'utf8').replace('files = []', `files = ${names}`)
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}
