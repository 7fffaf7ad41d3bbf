import './products.js';
import './account.js';
import './reviews.js';
import './orders.js';
import './articles.js';
