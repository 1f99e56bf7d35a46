import { Kbd } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Picture } from '../../kit/Picture.tsx'
import classes from './palette.module.css'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

interface PaletteResultsProps {
  list: string
  groups: readonly PaletteGroup[]
  marked: PaletteEntry | undefined
  onMark: (entry: PaletteEntry) => void
  onRun: (deed: PaletteEntry['deed']) => void
}

/** The lines under the field, by what they are. */
export function PaletteResults({ list, groups, marked, onMark, onRun }: PaletteResultsProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is marked is drawn with the attribute by then.
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [marked?.id])
  return (
    <div ref={box} id={list} role="listbox" aria-label="Resultados" className={classes.results}>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a list of options.
        <div key={title} role="group" aria-labelledby={`${list}-${title}`}>
          <div id={`${list}-${title}`} className={classes.title}>
            {title}
          </div>
          {entries.map((entry) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: likewise; aria-activedescendant names the option.
            <div
              key={entry.id}
              id={`${list}-${entry.id}`}
              role="option"
              aria-selected={entry === marked}
              className={classes.option}
              onMouseMove={() => entry !== marked && onMark(entry)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onRun(entry.deed)}
            >
              {entry.photo !== undefined && <Picture src={entry.photo} alt="" size={28} />}
              {entry.Icon && <entry.Icon size={20} stroke={1.6} aria-hidden />}
              <span className={classes.label}>{entry.label}</span>
              {entry.hint &&
                (entry.deed.kind === 'action' ? (
                  <Kbd aria-hidden>{entry.hint}</Kbd>
                ) : (
                  <span className={classes.hint}>{entry.hint}</span>
                ))}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
