import type { DiskStatus } from '@torniquete/contract/admin/disk.ts'
import type { StatusLine } from './status-line.ts'

/** Worst status of the disk; null with enough room. */
export function diskWords({ free, level }: DiskStatus): StatusLine | null {
  const left = `${((free ?? 0) / 1e9).toFixed(1)} GB`
  switch (level) {
    case 'low':
      return { color: 'yellow', text: `Al disco del servidor le quedan ${left}: haz sitio pronto.` }
    case 'short':
      return {
        color: 'red',
        text: `Al disco del servidor le quedan solo ${left}: haz sitio ya. Si se llena, no se podrá vender ni guardar nada.`,
      }
    case 'full':
      return {
        color: 'red',
        text: `El disco del servidor está lleno (quedan ${left}): no se guarda nada hasta que haya sitio. Lo que hay se puede ver.`,
      }
    case 'ample':
      return null
  }
}
