/** Keys are the user's own names; they make up addresses, so no `/`. */
export const keyPattern = /^[a-z0-9][a-z0-9._-]*$/;
