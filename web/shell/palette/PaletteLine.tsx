import { Kbd } from '@mantine/core'
import { hotkeyLabel } from '../../kit/key-names.ts'
import { Picture } from '../../kit/Picture.tsx'
import classes from './palette.module.css'
import type { PaletteEntry } from './palette-entries.ts'

interface PaletteLineProps {
  id: string
  entry: PaletteEntry
  marked: boolean
  onRun: (entry: PaletteEntry) => void
}

const showLine = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

/** A search result, one line of the list. */
export function PaletteLine({ id, entry, marked, onRun }: PaletteLineProps) {
  const { Icon, label, hint, key, photo } = entry
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
    // biome-ignore lint/a11y/useFocusableInteractive: likewise; aria-activedescendant names the option.
    <div
      ref={marked ? showLine : null}
      id={id}
      role="option"
      aria-selected={marked}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
    >
      {photo !== undefined && <Picture src={photo} alt="" size={28} />}
      {Icon && <Icon size={20} stroke={1.6} aria-hidden />}
      <span className={classes.label}>{label}</span>
      {key && <Kbd aria-hidden>{hotkeyLabel(key)}</Kbd>}
      {hint && <span className={classes.hint}>{hint}</span>}
    </div>
  )
}
