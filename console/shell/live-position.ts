/** Where the page stands in the company's changes: the cursor of the newest frame, or of what the page began with. */
let cursor: string | undefined;

export const livePosition = (): string | undefined => cursor;
export const standAt = (position: string | undefined): void => {
  cursor = position;
};
