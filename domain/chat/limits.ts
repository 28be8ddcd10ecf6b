export const longestTitle = 100;
export const longestChatMessage = 10_000;
export const mostMembers = 500;
