/** Characters of a message's text, a signature included: what the messaging app takes. */
export const LONGEST_MESSAGE = 65_536;
