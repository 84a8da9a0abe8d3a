import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLayer } from './layer'

type Props = Pick<ModalProps, 'title' | 'children' | 'size' | 'zIndex' | 'yOffset' | 'padding' | 'classNames'> & {
  onClose: () => void
  /** A dialog that exists only while it is open says nothing. */
  opened?: boolean
  /** Escape, the cross and a press beside it do nothing: it must be answered. */
  held?: boolean
  /** Escape means something else just now. */
  deaf?: boolean
  /** Without a head: what it is called then. */
  label?: string
}

/** Dialog is a window over the page: the topmost one hears Escape, and focus goes back to where it was. */
export function Dialog({ onClose, opened = true, held = false, deaf = false, label, size = 560, ...rest }: Props) {
  useLayer(opened, held || deaf ? () => {} : onClose)
  return (
    <>
      {opened && <FocusBack />}
      <Modal
        {...rest}
        opened={opened}
        onClose={onClose}
        size={size}
        closeOnEscape={false}
        closeOnClickOutside={!held}
        returnFocus={false}
        withCloseButton={!held && label === undefined}
        attributes={{ header: { role: 'presentation' }, ...(label && { content: { 'aria-label': label } }) }} // the head is no second banner of the page
        closeButtonProps={{ 'aria-label': 'Close' }}
      />
    </>
  )
}

/** FocusBack remembers who had the focus when the dialog came. The library does so only for dialogs that were there closed. */
function FocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
  return null
}
