import { Dialog } from '../../kit/dialog/dialog'
import { commandKey } from './command-key'
import { shortcutsShown } from './shortcuts'
import classes from './shortcuts-dialog.module.css'

const shortcuts = [
  [[[commandKey, 'K']], 'Search or jump to a screen, a record or an action'],
  [[['/']], 'Search this list'],
  [[['N']], 'Create a new record'],
  [
    [
      [commandKey, 'S'],
      [commandKey, 'Enter'],
    ],
    'Save the form',
  ],
  [[['Esc']], 'Close the dialog or menu in front'],
  [[['?']], 'Show these shortcuts'],
] as const

/** ShortcutsDialog lists the keyboard shortcuts. */
export function ShortcutsDialog() {
  return (
    <Dialog title="Keyboard shortcuts" size={480} onClose={() => shortcutsShown.set(false)}>
      <dl className={classes.list}>
        {shortcuts.map(([combinations, about]) => (
          <div key={about}>
            <dt>{about}</dt>
            <dd>
              {combinations.map((keys, i) => (
                <span key={keys.join()}>
                  {i > 0 && ' or '}
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
